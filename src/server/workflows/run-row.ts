import type { TriggerKind } from '#contracts/workflow-trigger.ts'
import type { RunState } from './run-state.ts'

/** What began a run, as it is kept. */
export interface RunTrigger {
  kind: TriggerKind
  /** ISO 8601 */
  at: string
  /** What a person filled in. */
  input?: Record<string, unknown>
  /** What another program sent. */
  body?: unknown
  /** What happened to the record: `created`, `updated` … */
  change?: string
}

/** A row of `app.workflow_runs` as its steps need it. Times are texts. */
export interface RunRow {
  id: string
  workflow_id: string
  version_id: string
  key: string
  title: string
  status: string
  trigger: RunTrigger
  model_id: string | null
  record_id: string | null
  event_id: string | null
  user_id: string
  role: string | null
  owner_id: string
  depth: number
  state: Partial<RunState>
  steps: number
  attempts: number
}
