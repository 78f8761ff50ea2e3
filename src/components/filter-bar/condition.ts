import type { Operator } from '#contracts/field-types.ts'
import type { FieldDescription } from '#contracts/model-description.ts'
import { operatorWords } from '#contracts/operator-words.ts'
import type { Where } from '#contracts/query.ts'

export type Condition = Extract<Where, { field: string }>

/** How a condition is offered: `filled` is `empty` with the value false. */
export type Choice = Operator | 'filled'

const texts = new Set(['text', 'long_text', 'markdown', 'email', 'phone', 'url', 'sequence', 'address'])
const dates = new Set(['date', 'datetime'])

/** What may be asked of a field, the most useful first. */
export function choicesFor(field: FieldDescription): Choice[] {
  const known = wantedOf(field).filter((one) => field.operators.includes(one as Operator))
  return field.operators.includes('empty') ? [...known, 'empty', 'filled'] : known
}

const numbers: readonly Choice[] = ['gte', 'lte', 'between', 'eq', 'ne', 'gt', 'lt']
const oneOfThem: readonly Choice[] = ['in', 'nin']

function wantedOf(field: FieldDescription): readonly Choice[] {
  if (field.many) return ['contains']
  if (texts.has(field.type)) return ['contains', 'eq', 'ne', 'starts']
  switch (field.type) {
    case 'select':
    case 'status':
    case 'relation':
    case 'user':
      return oneOfThem
    case 'multi_select':
      return ['contains']
    case 'datetime':
      return ['between', 'lt', 'gte']
    case 'date':
      return ['between', 'eq', 'lt', 'gte', 'lte', 'gt']
    case 'boolean':
      return ['eq']
    case 'colour':
    case 'icon':
      return ['eq', 'ne']
    case 'money':
      return field.currencies ? [...numbers, 'contains'] : numbers
    default:
      return numbers
  }
}

/** Words for what is asked; days have their own. English text is the translation key. */
export function choiceWords(choice: Choice, field: Pick<FieldDescription, 'type' | 'currencies'>): string {
  if (field.currencies && choice === 'contains') return 'is in'
  if (dates.has(field.type) && choice in dateWords) return dateWords[choice as keyof typeof dateWords]
  return words[choice]
}

/** What a condition asks. */
export const choiceOf = (condition: Condition): Choice =>
  condition.op === 'empty' && condition.value === false ? 'filled' : condition.op

/** A condition as it is offered for its field: "is" a choice is "is one of" it. */
export function asOffered(condition: Condition, field: FieldDescription): { choice: Choice; value: unknown } {
  const choices = choicesFor(field)
  const choice = choiceOf(condition)
  const wide: Choice | null = choice === 'eq' ? 'in' : choice === 'ne' ? 'nin' : null
  if (!choices.includes(choice) && wide && choices.includes(wide))
    return { choice: wide, value: [condition.value] }
  return { choice, value: condition.value ?? null }
}

/** A condition from its parts; null while something is missing. */
export function toCondition(field: string, choice: Choice, value: unknown): Condition | null {
  if (choice === 'empty' || choice === 'filled') return { field, op: 'empty', value: choice === 'empty' }
  const missing = (part: unknown): boolean => part === null || part === undefined || part === ''
  if (Array.isArray(value) ? value.length === 0 || value.some(missing) : missing(value)) return null
  if (choice === 'between' && (!Array.isArray(value) || value.length !== 2)) return null
  return { field, op: choice, value }
}

const words: Readonly<Record<Choice, string>> = { ...operatorWords, filled: 'is filled in' }
const dateWords = {
  lt: 'is before',
  lte: 'is on or before',
  gt: 'is after',
  gte: 'is on or after',
  eq: 'is on',
}
