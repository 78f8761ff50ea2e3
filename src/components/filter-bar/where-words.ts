import type { FieldDescription } from '#contracts/model-description.ts'
import { isExpression } from '#contracts/is-expression.ts'
import type { Where } from '#contracts/query.ts'
import { formatDate, formatDecimal, type Region } from '#ui/format.ts'
import { t } from '#ui/translate.ts'
import { isNumeric, optionsOf } from '../field/field-traits.ts'
import { choiceOf, choiceWords } from './condition.ts'
import { daysFromToday } from './rule-values.ts'

/** A condition as a sentence: `Category is one of Concrete, Steel`. Records of a relation are named by `nameOf`. */
export function whereWords(
  where: Where,
  fields: ReadonlyMap<string, FieldDescription>,
  region: Region,
  nameOf: (field: FieldDescription, id: string) => string = (_field, id) => id.slice(0, 8),
): string {
  const inner = (one: Where): string => whereWords(one, fields, region, nameOf)
  const bracketed = (one: Where): string => ('and' in one || 'or' in one ? `(${inner(one)})` : inner(one))
  if ('and' in where) return where.and.map(bracketed).join(` ${t('and')} `)
  if ('or' in where) return where.or.map(bracketed).join(` ${t('or')} `)
  if ('not' in where) return t('not {{condition}}', { condition: bracketed(where.not) })
  const field = fields.get(where.field)
  if (!field) return where.field
  const choice = choiceOf(where)
  const words = `${field.label} ${t(choiceWords(choice, field))}`
  if (choice === 'empty' || choice === 'filled') return words
  const one = (value: unknown): string => valueWords(value, field, region, nameOf)
  const values = Array.isArray(where.value) ? (where.value as unknown[]) : [where.value]
  if (choice === 'between') return `${words} ${values.map(one).join(` ${t('and')} `)}`
  const shown = values.slice(0, 3).map(one).join(', ')
  return `${words} ${shown}${values.length > 3 ? ` +${values.length - 3}` : ''}`
}

/** What a row rule may say of the person who asks. */
const personWords: Readonly<Record<string, string>> = {
  'user.id': 'the person who asks',
  'user.email': 'the address of the person who asks',
  'user.role': 'the role of the person who asks',
  'user.record': 'the record that stands for the person who asks',
  'user.closed': 'what is closed to the person who asks',
  'today()': 'the day of today',
}

/** `dateAdd(today(), -30, "day")` in words; what else a rule works out is shown as it is written. */
function expressionWords(text: string): string {
  const known = personWords[text]
  if (known) return t(known)
  const days = daysFromToday(text)
  if (days === null) return text
  return days < 0
    ? t('{{count}} days before today', { count: -days })
    : t('{{count}} days after today', { count: days })
}

function valueWords(
  value: unknown,
  field: FieldDescription,
  region: Region,
  nameOf: (field: FieldDescription, id: string) => string,
): string {
  if (isExpression(value)) return expressionWords(value['='])
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (isNumeric(field.type) && (typeof value === 'number' || typeof value === 'string'))
    return formatDecimal(String(value), region)
  if (typeof value !== 'string') return String(value)
  if (field.type === 'date' || field.type === 'datetime') return formatDate(value, region)
  if (field.type === 'relation' || field.type === 'user') return nameOf(field, value)
  return optionsOf(field).find((option) => option.value === value)?.label ?? value
}
