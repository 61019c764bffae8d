// The question of the guided mode, with the weights of its row as bars.
import { css } from "lit";

export const prompt = css`
  .prompt {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.8rem;
    justify-items: start;
  }
  .prompt .question {
    font-size: 1.1rem;
    line-height: 1.45;
    text-wrap: pretty;
    overflow-wrap: anywhere;
  }
  .bars {
    list-style: none;
    width: 100%;
    max-width: 22rem;
    display: grid;
    grid-template-columns: minmax(0, max-content) minmax(1rem, 1fr) max-content;
    gap: 0.4rem 0.75rem;
    align-items: center;
  }
  .bars li {
    display: contents;
  }
  .bars bdi {
    max-width: 9rem;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .bars .asked {
    font-weight: 700;
  }
  .track {
    height: 0.85rem;
    border-radius: 0.2rem;
    background: var(--ch-raised);
    overflow: hidden;
  }
  .track i {
    display: block;
    height: 100%;
    background: light-dark(#8ea4b4, #54697a);
  }
  .asked .track i {
    background: var(--ch-accent);
  }
  @media (forced-colors: active) {
    .track i {
      forced-color-adjust: none;
      background: CanvasText;
    }
  }
`;
