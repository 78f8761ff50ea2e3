import type { ActionHandler } from './action-run.ts'

/** Asks before going on; "no" stops the steps after it. */
export const confirm: ActionHandler<'confirm'> = (step, run) => {
  const text = (value: unknown): string | null => (value === undefined ? null : run.resolveText(value))
  return run.engine.dialogs.ask({
    title: run.resolveText(step.title),
    text: text(step.text),
    confirm: text(step.confirm),
    danger: step.danger ?? false,
    type: text(step.type),
  })
}
