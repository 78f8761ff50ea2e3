import type { WorkflowParts } from '#contracts/api/workflows.ts'
import { isExpression } from '#contracts/is-expression.ts'
import type { Workflow, WorkflowStep } from '#contracts/workflow.ts'
import type { Translate } from '#ui/translate.ts'
import { planWords } from '../schedule-list/plan-words.ts'

type Named = readonly { key: string; label: string }[]

const modelWords = (models: Named, key: string): string => models.find((one) => one.key === key)?.label ?? key
const textWords = (value: unknown): string =>
  isExpression(value) ? value['='] : typeof value === 'string' ? value : ''

/** What a step is about, in a line. */
export function stepWords(
  step: WorkflowStep,
  { models, commands }: { models: Named; commands: WorkflowParts['commands'] },
  t: Translate,
): string {
  switch (step.kind) {
    case 'set':
    case 'create':
    case 'find':
      return step.model === '' ? t('Choose a model') : modelWords(models, step.model)
    case 'notify':
    case 'approve':
      return textWords(step.subject) || t('Write what is said')
    case 'call':
      return textWords(step.url) || t('Write the address')
    case 'run':
      if (step.command === '') return t('Choose a command')
      return t(commands.find(({ name }) => name === step.command)?.title ?? step.command)
    case 'wait':
      if (step.seconds !== null) return secondsWords(step.seconds, t)
      return textWords(step.until)
        ? t('Until {{moment}}', { moment: textWords(step.until) })
        : t('Say how long')
    case 'branch':
      return step.test['='] || t('Write the condition')
    case 'each':
      return step.list['='] || t('Write the list')
  }
}

function secondsWords(seconds: number, t: Translate): string {
  if (seconds % 86_400 === 0) return t('{{count}} days', { count: seconds / 86_400 })
  if (seconds % 3600 === 0) return t('{{count}} hours', { count: seconds / 3600 })
  return t('{{count}} minutes', { count: Math.round(seconds / 60) })
}

/** What begins a workflow, in a line. */
export function triggerWords({ trigger }: Workflow, models: Named, locale: string, t: Translate): string {
  if (trigger.on === 'schedule') return `${planWords(trigger.plan, locale, t)} · ${trigger.zone}`
  if (trigger.on === 'form') return trigger.fields.map(({ label }) => label).join(', ')
  if (trigger.on === 'hook') return t('By an address of its own')
  if (trigger.model === null) return t('On no record')
  return trigger.model === '' ? t('Choose a model') : modelWords(models, trigger.model)
}
