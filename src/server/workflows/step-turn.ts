import type { StepKind, WorkflowStep } from '#contracts/workflow.ts'
import type { RecordContext } from '../records/record-context.ts'
import type { Services } from '../services.ts'
import type { RunRow } from './run-row.ts'
import type { RunState } from './run-state.ts'
import type { StepScope } from './step-scope.ts'

/** What a step has at hand: one turn of it, in one transaction. */
export interface StepTurn {
  context: RecordContext
  services: Services
  run: RunRow
  state: RunState
  /** The time zone whose days and times the run means. */
  zone: string
  /** What its expressions may name. */
  scope: StepScope
  /** A value of the step with its expressions worked out. */
  resolve(value: unknown): unknown
  /** Notes what the step works with before it does, and gives it back: the log shows it of one that fails, too. */
  take<Input>(input: Input): Input
  /** Nothing leaves the workspace and nobody is waited for: it is only said what would happen. */
  dry: boolean
}

/** What a step was given, as far as it had got when it failed. */
export interface Taken {
  input: unknown
}

/** What came of a turn. `input` and `output` stand in the log; `output` is what later steps see. */
export interface StepOutcome {
  input: unknown
  output: unknown
  /** Goes on inside a list of steps of this one. */
  into?: { list: string; items?: unknown[]; turn?: number }
  /** Not through yet: at the step again after a wait, a decision, or a call that is made now. */
  hold?: { until: Date } | { approval: string } | { call: { url: string; body: unknown } }
}

/** Does one kind of step. Throws `AppError` and `ExpressionError`; whatever it wrote is taken back then. */
export type StepRunner<Kind extends StepKind = StepKind> = (
  turn: StepTurn,
  step: Extract<WorkflowStep, { kind: Kind }>,
) => Promise<StepOutcome>
