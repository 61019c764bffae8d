// A figure of a Transformer: one text through a model, and what else the model was asked.
import type {
  AnyTransformer,
  Intervention,
  Tensor,
  TextRunInput,
  Transformer,
} from "../engine/types.js";
import type { Scene } from "../scene/scene.js";
import type { State } from "../state/table.js";
import type { Drawing, Measures, Options, ProgramData } from "./program.js";

/** What a model is, without what it can be asked. */
export type ModelFacts = Pick<Transformer, "settings" | "parameters" | "vocabulary">;

export interface ModelData<S extends State, A> extends ProgramData<S> {
  readonly model: ModelFacts;
  /** What the view asked the model beside the run that is drawn. */
  readonly asked: A;
}

export interface ModelFigure<S extends State, A> extends Drawing<S, ModelData<S, A>> {
  /** Equal models are made once. */
  model(state: S): AnyTransformer;
  /** The text of the run that is drawn, or several as the rows of a batch. */
  input(state: S, asked: A): TextRunInput | readonly TextRunInput[];
  /** What the figure itself changes in that run, before the reader's edits. */
  interventions?(state: S, asked: A): readonly Intervention[];
  /** Whether another update is to follow by itself. */
  unfinished?(asked: A): boolean;
  /** What is measured of the run, of what was asked, and of the numbers that further runs gave. */
  measuresOf?(state: S, asked: A, gathered: Readonly<Record<string, Tensor>>): Measures | undefined;
  describe(data: ModelData<S, A>, options: Options): Scene;
}
