import type { Field } from '#contracts/field.ts'
import { optionParts } from '#contracts/option-parts.ts'
import { fieldTypes } from '#contracts/field-types.ts'
import type { Json } from '#base/json.ts'
import { cellText, type Cell } from '../exchange/table.ts'
import { parseDate } from './date-format.ts'
import type { ColumnFormat } from './infer-columns.ts'
import { parseNumber } from './number-format.ts'
import { parseBoolean } from './parse-boolean.ts'

const isNumeric = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text)

/** The option a text means, by value or label, whatever its case. */
function optionOf(text: string, field: Field): string {
  const wanted = text.toLowerCase()
  const option = (field.options ?? [])
    .map((option) => optionParts(option))
    .find(({ value, label }) => value.toLowerCase() === wanted || label.toLowerCase() === wanted)
  return option?.value ?? text
}

function numberValue(cell: Cell, text: string, field: Field, format: ColumnFormat): Json {
  const plain = typeof cell === 'number' ? text : parseNumber(text, format.mark)
  if (plain === null || !isNumeric(plain)) return text
  return fieldTypes[field.type].value === 'number' ? Number(plain) : plain
}

function dateValue(text: string, field: Field, format: ColumnFormat): Json {
  const date = parseDate(text, format.order)
  if (!date) return text
  if (field.type === 'date') return date.day
  return date.time === null ? `${date.day}T00:00:00Z` : `${date.day}T${date.time}`
}

function jsonValue(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    // Not JSON: the text itself is the value.
    return text
  }
}

/**
 * The value a cell stands for in a field, in the form a write takes. What cannot be read stays as its text, so that
 * the validator refuses it with the same words as a single write (EX-11). Empty cells are null.
 */
export function readCell(cell: Cell, field: Field, format: ColumnFormat): Json {
  const full = cellText(cell)
  if (full === null) return null
  const text = full.trim()
  switch (fieldTypes[field.type].value) {
    case 'number':
    case 'decimal':
      return numberValue(cell, text, field, format)
    case 'boolean':
      return typeof cell === 'boolean' ? cell : (parseBoolean(text) ?? text)
    case 'date':
    case 'datetime':
      return dateValue(text, field, format)
    case 'list':
      return text.startsWith('[')
        ? jsonValue(text)
        : text
            .split(/\s*[;|\n]\s*/)
            .filter(Boolean)
            .map((part) => optionOf(part, field))
    case 'json':
      return jsonValue(text)
    case 'id':
      return field.many ? (text.startsWith('[') ? jsonValue(text) : text.split(/\s*[;|]\s*/)) : text
    case 'text':
      if (field.type === 'select') return optionOf(text, field)
      // Spaces around a short text come from padding; everything else belongs to it.
      return field.type === 'long_text' || field.type === 'markdown'
        ? full
        : full.replaceAll(/^[ \u00A0]+|[ \u00A0]+$/g, '')
  }
}
