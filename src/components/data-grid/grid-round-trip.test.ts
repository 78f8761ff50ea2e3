import { describe, expect, it } from 'vitest'
import { fieldTypeNames, fieldTypeOf } from '#contracts/field-types.ts'
import type { FieldDescription } from '#contracts/model-description.ts'
import type { Row } from '#contracts/query.ts'
import { clipboardText } from '../field/clipboard-text.ts'
import { fieldSamples, type FieldSample } from '../../../tests/support/field-samples.ts'
import { gridColumns } from './grid-columns.ts'
import { readPaste } from './read-paste.ts'
import { readTsv, writeTsv } from './tsv.ts'

const id = (at: number): string => `01890000-0000-7000-8000-00000000000${at}`
const person = id(9)
const others: [string, string] = [id(1), id(2)]
const picture = (at: number) => ({ id: id(at), name: `${at}.png`, type: 'image/png', size: 4 })
const samples = fieldSamples({
  people: [person, person],
  others,
  files: [id(3), id(4)],
  pictures: [picture(5), picture(6)],
})
const names: Record<string, string> = {
  [others[0]]: 'Other one',
  [others[1]]: 'Other two',
  [person]: 'Ada Lovelace',
}

const described = (key: string, { field }: FieldSample): FieldDescription => ({
  ...field,
  key,
  label: key,
  required: false,
  read_only: fieldTypeOf(field.type).assigned === true,
  ...(field.type === 'relation' && { target_title: 'title' }),
  ...(field.type === 'user' && { target: 'sys_member', target_title: 'name' }),
  operators: [],
  sortable: false,
  groupable: false,
  aggregates: [],
})

/** A record as a list holds it: with what its links are called. */
function rowOf(field: FieldDescription, value: unknown): Row {
  const title = field.target_title
  if (!title || value === null) return { id: 'r', [field.key]: value }
  return Array.isArray(value)
    ? { id: 'r', [field.key]: value.map((one) => ({ id: one, [title]: names[String(one)] })) }
    : { id: 'r', [field.key]: value, [`${field.key}.${title}`]: names[String(value)] }
}

/** What a cell takes when another one is copied into it: its value, or null when it refuses. */
function copied(field: FieldDescription, value: unknown, locale: string): { value: unknown } | null {
  const model = {
    key: 'm',
    id: 'm',
    label: 'M',
    title_field: null,
    fields: [field],
    can: { create: true, update: true, delete: true, export: true },
  }
  const [column] = gridColumns(model, undefined, true)
  if (!column) throw new Error(`no column for ${field.key}`)
  const region = { locale, timeZone: 'Europe/Berlin' }
  const row = rowOf(field, value)
  const [[text = ''] = []] = readTsv(writeTsv([[clipboardText(row[field.key], field, row, region)]]))
  const find = (_column: unknown, name: string) => {
    const [found] = Object.entries(names).find(([, known]) => known === name) ?? []
    return found ? { id: found } : { problem: 'none' }
  }
  const { changes, refused } = readPaste(
    [{ row: { id: 'e', [field.key]: null }, column, text }],
    region,
    find,
  )
  if (refused.length > 0) return null
  return { value: changes[0]?.value ?? null }
}

// Files stay with the record they were given to; numbers are given; data is changed in a form, and signatures are drawn there.
const refusing = new Set(['sequence', 'file', 'image', 'json', 'signature'])

describe.each(['en-GB', 'de-DE', 'en-US'])('a cell copied into another in %s', (locale) => {
  it.each([...fieldTypeNames, 'money_in', 'relations'])('%s', (key) => {
    const sample = samples[key]
    if (!sample) throw new Error(`no sample for ${key}`)
    const field = described(key, sample)
    for (const value of [sample.a, sample.b])
      expect(copied(field, value, locale), JSON.stringify(value)).toEqual(
        refusing.has(key) ? null : { value },
      )
  })
})
