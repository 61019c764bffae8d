// The calls about Transformers: how each crosses. `handlers.ts` has the others.

import { Calls, type CoreAnswer, change, type RecordRequest } from "./calls.js";
import type { Message } from "./message.js";
import type {
  Answer,
  AttributeValue,
  BeamStep,
  CatalogueEntry,
  Cloze,
  GenerationStep,
  ModelTables,
  Pieces,
  Score,
  Tensor,
  TrainingStep,
} from "./types.js";

type Settings = Record<string, AttributeValue | undefined>;

export interface TrainingRequest {
  task: string;
  parameters: Settings;
  settings: Settings;
  checkpoint?: Uint8Array;
}

export interface TransformerRequest {
  /** Of a model that was saved; it has its settings. */
  file?: Uint8Array;
  preset: string;
  settings: Settings;
  seed: number;
  /** What it was trained on since, up to the last checkpoint. */
  training?: TrainingRequest;
}

export interface WriteRequest {
  source: number[];
  prompt: number[];
  forced: number[];
  ends: number[];
  maxLength: number;
  processors: [kind: string, value: number, keep: number, phrases: [number[], number][]][];
  sample: boolean;
  seed: number;
  beams?: number;
  penalty: [form: string, exponent: number];
  stopping: string;
  choices: number;
}

export class TransformerHandlers extends Calls {
  modelTables(): ModelTables {
    const { model, training, tasks, presets } = this.ask("modelTables");
    return { presets, model: model.attributes, training: training.attributes, tasks };
  }

  transformer(id: number, request: TransformerRequest): Omit<CoreAnswer<"transformer">, "id"> {
    const { file, preset, settings, seed, training } = request;
    const made = this.ask("transformer", file && pairOf(file), preset, settings, seed);
    this.keep(id, "model", made.id);
    if (training) this.train(id, training);
    return made;
  }

  file(model: number, half: boolean): Tensor {
    return this.ask("file", this.find(model, "model"), half);
  }

  encode(model: number, text: string): Pieces {
    return this.ask("encode", this.find(model, "model"), text);
  }

  decode(model: number, tokens: number[]): string {
    return this.ask("decode", this.find(model, "model"), tokens);
  }

  record(
    id: number,
    model: number,
    {
      texts,
      record,
      interventions,
    }: RecordRequest & { texts: [source: number[], target: number[]][] },
  ): { bytes: number; catalogue: CatalogueEntry[] } {
    const changes = interventions.map(change);
    const found = this.find(model, "model");
    return this.keepRun(id, this.ask("record", found, texts, record, changes));
  }

  train(
    model: number,
    { task, parameters, settings, checkpoint }: TrainingRequest,
  ): CoreAnswer<"train"> {
    const file = checkpoint && pairOf(checkpoint);
    return this.ask("train", this.find(model, "model"), task, parameters, settings, file);
  }

  trainStep(model: number): TrainingStep {
    return this.ask("trainStep", this.find(model, "model"));
  }

  evaluate(model: number, first: number, count: number): Score {
    return this.ask("evaluate", this.find(model, "model"), first, count);
  }

  answers(model: number, first: number, count: number): Answer[] {
    return this.ask("answers", this.find(model, "model"), first, count);
  }

  clozes(model: number, first: number, count: number, after: boolean): Cloze[] {
    return this.ask("clozes", this.find(model, "model"), first, count, after);
  }

  checkpoint(model: number): Tensor {
    return this.ask("checkpoint", this.find(model, "model"));
  }

  /** A text of `steps` steps. */
  write(id: number, model: number, request: WriteRequest, steps: number): void {
    const { source, prompt, forced, ends, maxLength, processors } = request;
    const { beams, penalty, stopping, sample, seed } = request;
    const how: Message[] =
      beams === undefined ? [undefined, sample, seed] : [beams, ...penalty, stopping];
    const texts = [source, prompt, forced, ends];
    const found = this.find(model, "model");
    this.keep(id, "text", this.ask("write", found, ...texts, maxLength, processors, ...how));
    for (let step = 0; step < steps; ++step) this.writeStep(id, 0);
  }

  writeStep(text: number, choices: number): GenerationStep | BeamStep {
    return this.ask("writeStep", this.find(text, "text"), choices);
  }

  rankBeams(
    text: number,
    form: string,
    exponent: number,
  ): { node: number; score: number; tokens: number[] }[] {
    return this.ask("rankBeams", this.find(text, "text"), form, exponent);
  }
}

function pairOf(file: Uint8Array): Message {
  return [[file.length], file];
}
