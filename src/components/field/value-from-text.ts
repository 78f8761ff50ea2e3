import type { FieldDescription } from '#contracts/model-description.ts'
import { parseDay, today } from '#ui/day.ts'
import type { Region } from '#ui/format.ts'
import { parseDecimal } from '#ui/parse-decimal.ts'
import { optionsOf } from './field-traits.ts'

/** What a text means for a field, or that it means nothing. */
export type ReadValue = { ok: true; value: unknown } | { ok: false }

const no: ReadValue = { ok: false }
const yes = (value: unknown): ReadValue => ({ ok: true, value })
const truthy = new Set(['true', 'yes', 'ja', 'wahr', 'x', '1', '✓'])
const falsy = new Set(['false', 'no', 'nein', 'falsch', '0', '–', '-'])

/**
 * Reads a text, as typed over a cell or pasted from a spreadsheet, as the value of a field: `'1.234,50'` in German is
 * `'1234.50'`. An empty text clears. Relations, people and files cannot be read from text.
 */
export function valueFromText(text: string, field: FieldDescription, region: Region): ReadValue {
  const trimmed = text.trim()
  if (trimmed === '') return yes(null)
  switch (field.type) {
    case 'number':
    case 'integer': {
      const digits = parseDecimal(trimmed, region.locale)
      if (digits === null || (field.type === 'integer' && /\.\d*[1-9]/.test(digits))) return no
      return yes(Number(digits))
    }
    case 'decimal':
    case 'money':
    case 'percent': {
      const digits = parseDecimal(trimmed.replaceAll(/[%€$£]|[A-Z]{3}/g, ''), region.locale)
      return digits === null ? no : yes(digits)
    }
    case 'boolean': {
      const word = trimmed.toLowerCase()
      return truthy.has(word) ? yes(true) : falsy.has(word) ? yes(false) : no
    }
    case 'date': {
      const day = parseDay(trimmed, region.locale, today(region.timeZone))
      return day === null ? no : yes(day)
    }
    case 'datetime': {
      const moment = new Date(trimmed)
      return Number.isNaN(moment.getTime()) ? no : yes(moment.toISOString())
    }
    case 'select':
      return optionValue(trimmed, field)
    case 'multi_select': {
      const read = trimmed.split(/\s*[,;]\s*/).map((part) => optionValue(part, field))
      return read.every((one) => one.ok) ? yes(read.map((one) => one.ok && one.value)) : no
    }
    case 'relation':
    case 'user':
    case 'file':
    case 'image':
    case 'json':
      return no
    default:
      return yes(field.type === 'long_text' || field.type === 'markdown' ? text : trimmed)
  }
}

function optionValue(text: string, field: FieldDescription): ReadValue {
  const word = text.toLowerCase()
  const option = optionsOf(field).find((one) => one.value === text || one.label.toLowerCase() === word)
  return option ? yes(option.value) : no
}
