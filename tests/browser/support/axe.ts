// What axe finds in a page, and where.
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** By all rules but those `disabled`; what they find right is counted, not described. */
export async function violationsOf(page: Page, disabled: string[] = []) {
  const builder = new AxeBuilder({ page }).options({ resultTypes: ["violations"] });
  const { violations } = await builder.disableRules(disabled).analyze();
  return violations.map(({ id, nodes }) => ({
    id,
    where: nodes.slice(0, 3).map(({ target, failureSummary }) => `${target} ${failureSummary}`),
  }));
}
