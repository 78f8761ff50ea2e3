import type { ComputedType } from '#contracts/computed-field.ts'
import type { Operator } from '#contracts/field-types.ts'
import { fieldTypeNames, type FieldType } from '#contracts/field-types.ts'
import type { Field } from '#contracts/field.ts'

/** Which of the three records a question finds: `a`, `b` and `e`, where the field is empty. */
type Found = '' | 'a' | 'b' | 'e' | 'ab' | 'ae' | 'be' | 'abe'

/** One kind of field with values to try it with. `a` comes before `b` where it can be sorted. */
export interface FieldSample {
  field: Omit<Field, 'key' | 'label'>
  /** As they are stored and answered. */
  a: unknown
  b: unknown
  /** Other ways to send `a`. */
  alike?: unknown[]
  /** Values that are refused, with the code of the refusal. */
  wrong: [value: unknown, code: string][]
  /** One question at least for every operator the field has. */
  asked: [op: Operator, value: unknown, found: Found][]
  /** How `a` is written in files and cells, in English and in German. */
  written?: { en: string; de: string }
  /** It cannot be read from a file or typed over a cell. */
  fileless?: true
}

/** Ids that only exist once the test has made the records. */
export interface SampleIds {
  people: [string, string]
  others: [string, string]
  files: [string, string]
  /** Pictures as the server describes them. */
  pictures: [StoredSample, StoredSample]
}

/** A file as a record keeps it. */
interface StoredSample {
  id: string
  name: string
  type: string
  size: number
}

const equality = (a: unknown, b: unknown): FieldSample['asked'] => [
  ['eq', a, 'a'],
  ['ne', a, 'be'],
  ['in', [a, b], 'ab'],
  ['nin', [a], 'be'],
  ['empty', true, 'e'],
  ['empty', false, 'ab'],
]
const ordered = (a: unknown, b: unknown): FieldSample['asked'] => [
  ...equality(a, b),
  ['lt', b, 'a'],
  ['lte', b, 'ab'],
  ['gt', a, 'b'],
  ['gte', b, 'b'],
  ['between', [a, a], 'a'],
]
const textual = (a: unknown, b: unknown, part: string, start: string): FieldSample['asked'] => [
  ...ordered(a, b),
  ['contains', part, 'a'],
  ['starts', start, 'b'],
]

const options = [
  { value: 'draft', label: 'Draft', color: 'neutral' },
  { value: 'sent', label: 'Sent', color: 'info' },
  { value: 'won', label: 'Won', color: '#22864a' },
]
const stored = (id: string, name: string) => ({ id, name, type: 'text/plain', size: 4 })

/** Every type of field, and the kinds of one type that travel differently; a type without a sample does not compile. */
export function fieldSamples({ people, others, files, pictures }: SampleIds): Record<string, FieldSample> {
  const [one, two] = others
  const [person, colleague] = people
  const missing = '01890000-0000-7000-8000-000000000000'
  const byType: Record<FieldType, FieldSample> = {
    text: {
      field: { type: 'text', min_length: 2, max_length: 40, pattern: '[A-Z].*' },
      a: 'Beton C25/30',
      b: 'Stahl',
      wrong: [
        [5, 'type'],
        ['X', 'min_length'],
        ['klein', 'pattern'],
        ['X'.repeat(41), 'max_length'],
      ],
      asked: textual('Beton C25/30', 'Stahl', 'c25', 'sta'),
      written: { en: ' Beton C25/30 ', de: 'Beton C25/30' },
    },
    long_text: {
      field: { type: 'long_text' },
      a: 'First line\nSecond; line',
      b: 'Zweiter "Text"',
      wrong: [[true, 'type']],
      asked: textual('First line\nSecond; line', 'Zweiter "Text"', 'second;', 'zwei'),
      written: { en: 'First line\nSecond; line', de: 'First line\nSecond; line' },
    },
    markdown: {
      field: { type: 'markdown' },
      a: '# Heading\n\n- one\n- two',
      b: '=not a formula',
      wrong: [[1, 'type']],
      asked: textual('# Heading\n\n- one\n- two', '=not a formula', '- two', '=not'),
      written: { en: '# Heading\n\n- one\n- two', de: '# Heading\n\n- one\n- two' },
    },
    email: {
      field: { type: 'email' },
      a: 'anna@bau.example',
      b: 'zoe@bau.example',
      wrong: [['anna', 'format']],
      asked: textual('anna@bau.example', 'zoe@bau.example', 'anna@', 'zoe'),
      written: { en: 'anna@bau.example', de: 'anna@bau.example' },
    },
    phone: {
      field: { type: 'phone' },
      a: '+49 30 123456',
      b: '040 9876',
      wrong: [['none', 'format']],
      asked: [
        ...equality('+49 30 123456', '040 9876'),
        ['lt', '0', 'a'],
        ['lte', '040 9876', 'ab'],
        ['gt', '+49 30 123456', 'b'],
        ['gte', '040', 'b'],
        ['between', ['0', '1'], 'b'],
        ['contains', '30 12', 'a'],
        ['starts', '040', 'b'],
      ],
      written: { en: '+49 30 123456', de: '+49 30 123456' },
    },
    url: {
      field: { type: 'url' },
      a: 'https://bau.example/a',
      b: 'https://www.holz.example/?q=1',
      wrong: [['javascript:alert(1)', 'format']],
      asked: textual('https://bau.example/a', 'https://www.holz.example/?q=1', 'BAU', 'https://www'),
      written: { en: 'https://bau.example/a', de: 'https://bau.example/a' },
    },
    number: {
      field: { type: 'number', min: -100, max: 5000 },
      a: -2.5,
      b: 1234.25,
      wrong: [
        ['2', 'type'],
        [-101, 'min'],
        [5001, 'max'],
      ],
      asked: ordered(-2.5, 1234.25),
      written: { en: '-2.5', de: '-2,5' },
    },
    integer: {
      field: { type: 'integer' },
      a: 7,
      b: 1200,
      wrong: [[1.5, 'type']],
      asked: ordered(7, 1200),
      written: { en: '7', de: '7' },
    },
    decimal: {
      field: { type: 'decimal', scale: 3 },
      a: '0.125',
      b: '12345678901234567.890',
      alike: [0.125, '0.1250'],
      wrong: [['0.1234', 'scale']],
      asked: ordered('0.125', '12345678901234567.89'),
      written: { en: '0.125', de: '0,125' },
    },
    percent: {
      field: { type: 'percent', scale: 2 },
      a: '7.50',
      b: '19.00',
      alike: ['7.5'],
      wrong: [['much', 'type']],
      asked: ordered('7.5', '19'),
      written: { en: '7.5%', de: '7,5 %' },
    },
    money: {
      field: { type: 'money', currency: 'EUR', scale: 2, min: '0' },
      a: '1234.50',
      b: '98765432109876.00',
      alike: ['1234.5', 1234.5],
      wrong: [
        ['-1', 'min'],
        [{ amount: '1', currency: 'EUR' }, 'type'],
      ],
      asked: ordered('1234.5', '98765432109876'),
      written: { en: '€1,234.50', de: '1.234,50 €' },
    },
    duration: {
      field: { type: 'duration', min: 0 },
      a: 5430,
      b: 135_000,
      wrong: [
        ['1:30', 'type'],
        [1.5, 'type'],
        [-60, 'min'],
      ],
      asked: ordered(5430, 135_000),
      written: { en: '1:30:30', de: '1 Std. 30 Min. 30 Sek.' },
    },
    rating: {
      field: { type: 'rating' },
      a: 2,
      b: 5,
      wrong: [
        [0, 'min'],
        [6, 'max'],
        [2.5, 'type'],
      ],
      asked: ordered(2, 5),
      written: { en: '2', de: '2' },
    },
    boolean: {
      field: { type: 'boolean' },
      a: false,
      b: true,
      wrong: [['yes', 'type']],
      asked: equality(false, true),
      written: { en: 'no', de: 'nein' },
    },
    date: {
      field: { type: 'date', min: '2020-01-01' },
      a: '2026-03-01',
      b: '2026-12-24',
      wrong: [
        ['2026-02-30', 'type'],
        ['2019-12-31', 'min'],
      ],
      asked: ordered('2026-03-01', '2026-12-24'),
      written: { en: '2026-03-01', de: '01.03.2026' },
    },
    datetime: {
      field: { type: 'datetime' },
      a: '2026-03-01T07:30:00.000Z',
      b: '2026-03-01T12:00:00.000Z',
      alike: ['2026-03-01T08:30+01:00'],
      wrong: [['2026-03-01 at noon', 'type']],
      asked: ordered('2026-03-01T07:30:00Z', '2026-03-01T12:00:00Z'),
      written: { en: '2026-03-01T07:30:00Z', de: '2026-03-01T07:30:00Z' },
    },
    select: {
      field: { type: 'select', options },
      a: 'draft',
      b: 'won',
      wrong: [['lost', 'option']],
      asked: [...equality('draft', 'won'), ['contains', 'raf', 'a'], ['starts', 'wo', 'b']],
      written: { en: 'Draft', de: 'draft' },
    },
    multi_select: {
      field: { type: 'multi_select', options },
      a: ['draft', 'sent'],
      b: ['won'],
      alike: [['draft', 'sent', 'draft']],
      wrong: [
        ['draft', 'type'],
        [['lost'], 'option'],
      ],
      asked: [
        ['contains', 'sent', 'a'],
        ['in', ['won', 'sent'], 'ab'],
        ['nin', ['won'], 'ae'],
        ['empty', true, 'e'],
      ],
      written: { en: 'Draft; Sent', de: 'draft; sent' },
    },
    status: {
      field: {
        type: 'status',
        options,
        transitions: { draft: ['sent', 'won'], won: ['draft'], sent: ['won'] },
      },
      a: 'draft',
      b: 'won',
      wrong: [['lost', 'option']],
      asked: [...equality('draft', 'won'), ['contains', 'raf', 'a'], ['starts', 'wo', 'b']],
      written: { en: 'Draft', de: 'draft' },
    },
    colour: {
      field: { type: 'colour' },
      a: '#1f57a8',
      b: '#ffffff',
      alike: ['#1F57A8'],
      wrong: [['blue', 'format']],
      asked: equality('#1f57a8', '#ffffff'),
      written: { en: '#1f57a8', de: '#1F57A8' },
    },
    icon: {
      field: { type: 'icon' },
      a: 'crane',
      b: 'truck',
      wrong: [['A truck', 'format']],
      asked: equality('crane', 'truck'),
      written: { en: 'crane', de: 'crane' },
    },
    sequence: {
      field: { type: 'sequence', numbering: 'EST-{0000}' },
      a: 'EST-0001',
      b: 'EST-0002',
      wrong: [['EST-0009', 'assigned']],
      asked: [],
      fileless: true,
    },
    address: {
      field: { type: 'address' },
      a: { street: 'Hauptstr. 1', postal_code: '10115', city: 'Berlin', country: 'DE' },
      b: { street: 'Werkhof', extra: 'Tor 3', city: 'Zürich' },
      alike: [{ street: ' Hauptstr.  1', postal_code: '10115', city: 'Berlin', country: 'DE', region: '' }],
      wrong: [
        [['Berlin'], 'type'],
        [{ planet: 'Mars' }, 'type'],
      ],
      asked: [
        ['contains', '10115 berlin', 'a'],
        ['contains', 'tor 3, zür', 'b'],
        ['empty', true, 'e'],
        ['empty', false, 'ab'],
      ],
      written: { en: 'Hauptstr. 1, 10115 Berlin, DE', de: 'Hauptstr. 1, 10115 Berlin, DE' },
    },
    geo_point: {
      field: { type: 'geo_point' },
      a: { lat: 52.52, lng: 13.405 },
      b: { lat: -33.8688197, lng: 151.2092955 },
      alike: ['52.52, 13.405', { lat: 52.520000001, lng: 13.405 }],
      wrong: [
        ['here', 'type'],
        [{ lat: 91, lng: 0 }, 'range'],
      ],
      asked: [
        ['empty', true, 'e'],
        ['empty', false, 'ab'],
      ],
      written: { en: '52.52, 13.405', de: '52.52, 13.405' },
    },
    relation: {
      field: { type: 'relation', target: 'other' },
      a: one,
      b: two,
      alike: [one.toUpperCase()],
      wrong: [
        ['Holz Maier', 'type'],
        [missing, 'reference'],
      ],
      asked: equality(one, two),
      written: { en: 'Other one', de: 'Other one' },
    },
    user: {
      field: { type: 'user' },
      a: person,
      b: colleague,
      wrong: [[missing, 'reference']],
      asked: equality(person, colleague),
      written: { en: person, de: person },
    },
    file: {
      field: { type: 'file' },
      a: [stored(files[0], 'one.txt')],
      b: [stored(files[1], 'two.txt')],
      alike: [[files[0]]],
      wrong: [['plan.pdf', 'type']],
      asked: [
        ['empty', true, 'e'],
        ['empty', false, 'ab'],
      ],
      fileless: true,
    },
    image: {
      field: { type: 'image' },
      a: [pictures[0]],
      b: [pictures[1]],
      alike: [[pictures[0].id]],
      wrong: [
        ['plan.pdf', 'type'],
        [[files[0]], 'file'],
      ],
      asked: [
        ['empty', true, 'e'],
        ['empty', false, 'ab'],
      ],
      fileless: true,
    },
    signature: {
      field: { type: 'signature' },
      a: {
        width: 400,
        height: 160,
        strokes: [
          [20, 90, 60, 40],
          [110, 100],
        ],
      },
      b: { width: 300, height: 120, strokes: [[1, 2, 3, 4]] },
      wrong: [
        ['Eva Hofmann', 'type'],
        [{ width: 400, height: 160, strokes: [] }, 'type'],
        [{ width: 400, height: 160, strokes: [[1, 2, 3]] }, 'type'],
        [{ width: 400, height: 160, strokes: [[401, 2]] }, 'range'],
      ],
      asked: [
        ['empty', true, 'e'],
        ['empty', false, 'ab'],
      ],
    },
    json: {
      field: { type: 'json' },
      a: { code: 'x', list: [1, null, { deep: true }] },
      b: ['b', 2],
      wrong: [[{ constructor: 1 }, 'json']],
      asked: [
        ['empty', true, 'e'],
        ['empty', false, 'ab'],
      ],
      written: {
        en: '{"code":"x","list":[1,null,{"deep":true}]}',
        de: '{"code":"x","list":[1,null,{"deep":true}]}',
      },
    },
  }
  return {
    ...Object.fromEntries(fieldTypeNames.map((type) => [type, byType[type]])),
    money_in: {
      field: { type: 'money', currencies: ['EUR', 'USD'], scale: 2 },
      a: { amount: '12.50', currency: 'USD' },
      b: { amount: '900.00', currency: 'EUR' },
      alike: [{ amount: 12.5, currency: 'USD' }],
      wrong: [
        [{ amount: '1', currency: 'CHF' }, 'currency'],
        [{ amount: '1.005', currency: 'EUR' }, 'scale'],
        ['much', 'type'],
      ],
      asked: [
        ['eq', '12.5', 'a'],
        ['ne', '12.5', 'be'],
        ['lt', '900', 'a'],
        ['lte', '900', 'ab'],
        ['gt', '12.5', 'b'],
        ['gte', '12.5', 'ab'],
        ['between', ['1', '100'], 'a'],
        ['contains', 'USD', 'a'],
        ['empty', true, 'e'],
        ['empty', false, 'ab'],
      ],
      written: { en: '12.50 USD', de: '12,50 USD' },
    },
    relations: {
      field: { type: 'relation', target: 'other', many: true, inverse: 'Things' },
      a: [one, two],
      b: [two],
      wrong: [
        [one, 'type'],
        [[missing], 'reference'],
      ],
      asked: [
        ['contains', one, 'a'],
        ['in', [one, two], 'ab'],
        ['nin', [one], 'be'],
        ['empty', true, 'e'],
      ],
      written: { en: 'Other one; Other two', de: 'Other one; Other two' },
    },
    users: {
      field: { type: 'user', many: true },
      a: [colleague, person],
      b: [person],
      wrong: [
        [person, 'type'],
        [[missing], 'reference'],
      ],
      asked: [
        ['contains', colleague, 'a'],
        ['in', [person], 'ab'],
        ['nin', [colleague], 'be'],
        ['empty', true, 'e'],
      ],
      written: { en: `${colleague}; ${person}`, de: `${colleague}; ${person}` },
    },
  }
}

/** A field that is worked out, with its values in the records `a`, `b` and `e`, and a change that it follows. */
export interface ComputedSample {
  field: Record<string, unknown>
  a: unknown
  b: unknown
  e: unknown
  asked: [op: Operator, value: unknown, found: Found][]
  follows: { values: Record<string, unknown>; becomes: unknown }
}

/** Fields that are worked out from those of `fieldSamples`. */
export const computedSamples = (others: readonly [string, string]): Record<ComputedType, ComputedSample> => ({
  formula: {
    field: { type: 'formula', formula: 'money * 2' },
    a: '2469.00',
    b: '197530864219752.00',
    e: null,
    asked: [
      ['eq', '2469', 'a'],
      ['gt', '2469', 'b'],
      ['lte', '2469', 'a'],
      ['between', ['1', '3000'], 'a'],
      ['empty', true, 'e'],
    ],
    follows: { values: { money: '3.00' }, becomes: '6.00' },
  },
  lookup: {
    field: { type: 'lookup', lookup: 'relation.title' },
    a: 'Other one',
    b: 'Other two',
    e: null,
    asked: [
      ['eq', 'Other one', 'a'],
      ['contains', 'two', 'b'],
      ['starts', 'other', 'ab'],
      ['empty', true, 'e'],
    ],
    follows: { values: { relation: others[1] }, becomes: 'Other two' },
  },
  rollup: {
    field: { type: 'rollup', rollup: { of: 'relations', fn: 'count' } },
    a: 2,
    b: 1,
    e: 0,
    asked: [
      ['eq', 2, 'a'],
      ['lt', 2, 'be'],
      ['in', [1, 2], 'ab'],
      ['empty', true, ''],
    ],
    follows: { values: { relations: [others[1]] }, becomes: 1 },
  },
})
