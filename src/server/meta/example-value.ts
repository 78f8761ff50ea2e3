import type { FieldType } from '#contracts/field-types.ts'
import type { Field } from '#contracts/field.ts'
import { optionParts } from '#contracts/option-parts.ts'
import type { FieldInfo } from '#kernel/models/field-info.ts'

const someId = '0197a3c2-5f00-7000-8000-000000000001'
const file = [{ id: someId, name: 'plan.pdf', type: 'application/pdf', size: 48_213 }]

type Example = (field: Field) => unknown

const some =
  (value: unknown): Example =>
  () =>
    value
const firstOption: Example = ({ options: [first] = [] }) =>
  first === undefined ? 'open' : optionParts(first).value
const number =
  (usual: number): Example =>
  ({ min, max }) =>
    Math.min(Math.max(usual, Number(min ?? usual)), Number(max ?? usual))
const amount: Example = (field) =>
  number(120)(field) === 120 ? (120.5).toFixed(field.scale ?? 2) : number(120)(field)?.toString()

const examples: Record<FieldType, Example> = {
  text: ({ label }) => label,
  long_text: some('Two coats, colour as on plan 14.'),
  markdown: some('Two coats, **colour** as on plan 14.'),
  email: some('mira@example.com'),
  phone: some('+49 228 555010'),
  url: some('https://example.com'),
  number: number(12.5),
  integer: number(12),
  decimal: amount,
  percent: amount,
  money: (field) =>
    field.currencies ? { amount: amount(field), currency: field.currencies[0] } : amount(field),
  duration: number(5400),
  rating: number(4),
  boolean: some(true),
  date: some('2026-03-01'),
  datetime: some('2026-03-01T12:30:00Z'),
  select: firstOption,
  multi_select: (field) => [firstOption(field)],
  status: ({ starts: [start] = [], ...field }) => start ?? firstOption(field),
  colour: some('#1f57a8'),
  icon: some('hammer'),
  sequence: some('EST-2026-0001'),
  address: some({ street: 'Hauptstr. 1', postal_code: '53111', city: 'Bonn', country: 'DE' }),
  geo_point: some({ lat: 50.7374, lng: 7.0982 }),
  relation: ({ many }) => (many === true ? [someId] : someId),
  user: ({ many }) => (many === true ? [someId] : someId),
  file: some(file),
  image: some(file),
  signature: some({ width: 400, height: 160, strokes: [[20, 90, 60, 40, 110, 100]] }),
  json: some({ any: 'data' }),
}

/** A value that somebody might write into this field. */
export const exampleOf = ({ type, field }: FieldInfo): unknown => examples[type](field)
