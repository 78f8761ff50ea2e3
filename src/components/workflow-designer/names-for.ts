import type { FieldDescription } from '#contracts/model-description.ts'
import type { Workflow } from '#contracts/workflow.ts'
import type { Translate } from '#ui/translate.ts'
import type { FormulaName } from '../formula-editor/formula-names.ts'
import { flatSteps } from './step-draft.ts'

const gives: Readonly<Record<string, readonly string[]>> = {
  set: ['id'],
  create: ['id'],
  find: ['rows', 'count'],
  approve: ['decision', 'comment'],
  call: ['answer', 'status'],
}

/** The names expressions of a workflow may use, to be offered while one is written. */
export function namesFor(
  workflow: Workflow,
  fields: readonly FieldDescription[],
  t: Translate,
): FormulaName[] {
  const name = (text: string, label: string, type = 'Value'): FormulaName => ({ name: text, label, type })
  return [
    ...fields.map(({ key, label }) => name(`record.${key}`, label)),
    ...(workflow.trigger.on === 'change' ? fields.map(({ key, label }) => name(`before.${key}`, label)) : []),
    ...(workflow.trigger.on === 'form'
      ? workflow.trigger.fields.map(({ key, label }) => name(`trigger.input.${key}`, label))
      : []),
    ...(workflow.trigger.on === 'hook' ? [name('trigger.body', t('What was sent'))] : []),
    ...flatSteps(workflow.steps).flatMap((step) =>
      (gives[step.kind] ?? []).map((key) => name(`steps.${step.id}.${key}`, step.title || step.id)),
    ),
    name('item', t('The one of the loop')),
    name('index', t('Its place in the list')),
    name('user.id', t('Whom it acts for')),
    name('user.name', t('Their name')),
    name('user.email', t('Their address')),
  ]
}
