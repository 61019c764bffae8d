// What the figure `lens` says of the token that is followed.
import { type Language, t } from "../../i18n/t.js";
import { formatNumber } from "../../scene/numbers.js";
import { DEPTHS, depthName, pieceOf, piecesOf, readNotes, shortName, spread } from "../language.js";
import { type Data, partName, rankIn } from "./panels.js";
import { DIRECT, LENS, PARTS } from "./sums.js";

/** The token that is followed, what is read before it, and the one it is compared with. */
export function namesOf({ asked, model }: Data) {
  const { position, token, against, likeliest } = asked;
  return {
    ...{ place: position + 1, token: pieceOf(model, token) },
    read: piecesOf(model, asked)
      .slice(0, position + 1)
      .join(" "),
    against: against === undefined ? "" : pieceOf(model, against),
    likeliest: pieceOf(model, likeliest),
  };
}

/** The rank of the token at every depth. */
function ranksOf({ asked, tensors }: Data): number[] {
  const all = tensors[LENS];
  if (!all) return [];
  return DEPTHS.map((_, depth) => rankIn(spread(all, depth, asked.position), asked.token));
}

/** From where on the token is the likeliest. */
function settled(data: Data, language: Language): string {
  const behind = ranksOf(data).findLastIndex((rank) => rank > 1) + 1;
  const first = DEPTHS[behind];
  if (!first) return t(language, "lens.note.unsettled", namesOf(data));
  const names = { ...namesOf(data), depth: depthName(language, first) };
  return t(language, "lens.note.settled", names);
}

function ranks(data: Data, language: Language): string {
  const all = ranksOf(data).map((rank, at) => {
    const depth = DEPTHS[at];
    return t(language, "lens.rank", { depth: depth ? shortName(language, depth) : "", rank });
  });
  return t(language, "lens.note.ranks", {
    ...{ ...namesOf(data), count: data.model.vocabulary?.length ?? 0 },
    ranks: all.join(t(language, "common.list.separator")),
  });
}

/** The part that adds most. */
function most(data: Data, language: Language): string {
  const { data: values = [] } = data.tensors[DIRECT] ?? {};
  const parts = PARTS.slice(0, -1);
  const [first = 0] = parts.map((_, at) => at).sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0));
  const part = parts[first];
  if (!part) return "";
  return t(language, "lens.note.most", {
    part: partName(data, language, part),
    value: formatNumber(values[first] ?? 0, language),
    sum: formatNumber(values[parts.length] ?? 0, language),
  });
}

export function notesOf(data: Data, language: Language): string[] {
  const { refused, ids } = data.asked;
  const words = refused.join(t(language, "common.list.separator"));
  return [
    ...(ids.length === 0 ? [t(language, "lens.empty")] : []),
    ...readNotes(language, data.asked),
    ...(refused.length > 0 ? [t(language, "depths.refused", { words })] : []),
    ...[settled(data, language), ranks(data, language), most(data, language)],
    ...[t(language, "lens.note.direct"), t(language, "lens.note.lens")],
    t(language, "lens.note.open"),
  ];
}

export function summaryOf(data: Data, language: Language): string {
  const { asked, tensors } = data;
  const all = tensors[LENS];
  const p = all ? spread(all, DEPTHS.length - 1, asked.position)[asked.token] : undefined;
  return t(language, "lens.summary", {
    ...{ ...namesOf(data), p: formatNumber(p ?? 0, language) },
    ...{ settled: settled(data, language), most: most(data, language) },
  });
}
