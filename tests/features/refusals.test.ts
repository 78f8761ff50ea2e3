import { afterEach, beforeEach, expect, it } from 'vitest'
import { AppError } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import { saying, type MessageValues } from '#base/saying.ts'
import type { Field } from '#contracts/field.ts'
import { ApiError, errorFromBody, problemsOf } from '#engine/data/api-error.ts'
import { formulaQuantity } from '#estimating/formula-quantity.ts'
import { noPriceWords } from '#estimating/price-of-item.ts'
import { QuantityPlace } from '#estimating/quantity-place.ts'
import { refusalOf } from '#estimating/resolve-params.ts'
import { workOutVariables } from '#estimating/work-out-variables.ts'
import { normaliseValue } from '#kernel/models/normalise-value.ts'
import { checkFields } from '#kernel/models/check-fields.ts'
import { fieldTypePart } from '#kernel/field-types/all-field-types.ts'
import type { Problem } from '#kernel/field-types/field-type-part.ts'
import { currentRegion, setRegion } from '#ui/region.ts'
import { loadLanguage } from '#ui/translate.ts'
import de from '#web/locales/de.json' with { type: 'json' }
import { refusalSources, wordsOfRefusals } from '../support/refusal-texts.ts'

const before = currentRegion()
beforeEach(async () => {
  await loadLanguage('de', async () => de)
  setRegion({ locale: 'de-DE', timeZone: 'Europe/Berlin' })
})
afterEach(async () => {
  await loadLanguage('en', async () => ({}))
  setRegion(before)
})

/** A refusal as a browser that shows German reads it from the answer. */
const inGerman = (problem: object): string | undefined => {
  const details = JSON.parse(JSON.stringify([{ path: 'attributes.x', code: 'x', ...problem }])) as unknown
  return problemsOf(new ApiError(422, 'invalid', 'Some values are not valid.', { details }))[0]?.message
}

it('every sentence that refuses a record, a command or a file is there in German', () => {
  expect(refusalSources().length).toBeGreaterThan(80)
  const missing = wordsOfRefusals().sentences.filter(({ text }) => !Object.hasOwn(de, text))
  expect(
    missing.map(({ text, where }) => `${where}: ${text}`),
    'add them to src/web/locales/de.json',
  ).toEqual([])
  expect(wordsOfRefusals().sentences.length).toBeGreaterThan(120)
})

it('none carries a value inside its English sentence: values travel beside it', () => {
  expect(
    wordsOfRefusals().templates.map(({ text, where }) => `${where}: ${text}`),
    'use saying()',
  ).toEqual([])
})

const field = (type: Field['type'], more: Partial<Field> = {}): Field => ({
  key: 'x',
  label: 'X',
  type,
  ...more,
})
const way: Partial<Field> = {
  options: [
    { value: 'draft', label: 'Draft' },
    { value: 'sent', label: 'Sent' },
    { value: 'won', label: 'Won' },
    { value: 'lost', label: 'Lost' },
  ],
  starts: ['draft'],
  transitions: { draft: ['sent'], sent: ['won', 'lost'], won: [], lost: [] },
}
const refused = (field: Field, value: unknown): Problem => {
  const result = normaliseValue(field, value)
  if ('value' in result) throw new Error('It was taken.')
  return result
}
const moved = (from: string | null, to: string): Problem => {
  const problem = fieldTypePart('status').move?.(from, to, field('status', way))
  if (!problem) throw new Error('It may go there.')
  return problem
}

it.each<[string, () => Problem, string]>([
  ['longest text', () => refused(field('text', { max_length: 20 }), 'x'.repeat(21)), 'Höchstens 20 Zeichen.'],
  ['shortest text', () => refused(field('text', { min_length: 3 }), 'x'), 'Mindestens 3 Zeichen.'],
  ['largest number', () => refused(field('number', { max: 1234.5 }), 2000), 'Höchstens 1.234,5.'],
  ['smallest amount', () => refused(field('money', { min: '0.05' }), '0.01'), 'Mindestens 0,05.'],
  ['digits', () => refused(field('decimal', { scale: 2 }), '1.234'), 'Höchstens 2 Stellen nach dem Komma.'],
  [
    'one digit',
    () => refused(field('decimal', { scale: 1 }), '1.23'),
    'Höchstens eine Stelle nach dem Komma.',
  ],
  [
    'earliest day',
    () => refused(field('date', { min: '2026-03-01' }), '2026-01-01'),
    'Nicht vor dem 01.03.2026.',
  ],
  [
    'latest day',
    () => refused(field('date', { max: '2026-03-01' }), '2026-04-01'),
    'Nicht nach dem 01.03.2026.',
  ],
  [
    'currencies',
    () => refused(field('money', { currencies: ['EUR', 'CHF'] }), { amount: '1', currency: 'USD' }),
    'Die Währung ist eine von EUR, CHF.',
  ],
  [
    'files',
    () =>
      refused(
        field('file'),
        Array.from({ length: 101 }, () => 'x'),
      ),
    'Höchstens 100 Dateien.',
  ],
  [
    'choices',
    () => refused(field('multi_select'), Array.from({ length: 1001 }, String)),
    'Höchstens 1000 Einträge.',
  ],
  ['address', () => refused(field('address'), { planet: 'Mars' }), 'Eine Adresse hat kein „planet“.'],
  ['first status', () => moved(null, 'won'), 'Ein Datensatz beginnt mit „Entwurf“, nicht mit „Won“.'],
  [
    'next status',
    () => moved('sent', 'draft'),
    'Von „Sent“ führt der Weg zu „Won“, „Lost“, nicht zu „Entwurf“.',
  ],
  ['last status', () => moved('won', 'draft'), '„Won“ ist endgültig.'],
  ['nothing of this case', () => refused(field('boolean'), 'maybe'), 'Sagen Sie Ja oder Nein.'],
])('says in German what is wrong: %s', (_name, refuse, german) => {
  expect(inGerman(refuse())).toBe(german)
})

it.each<[Partial<Field>, string]>([
  [{ type: 'relation', target: 'site' }, 'x: Dieses Modell gibt es nicht.'],
  [{ visible_if: 'weather == "dry"' }, 'x: Ein Feld „weather“ gibt es nicht.'],
  [{ max_length: 3, default: 'four' }, 'x: Höchstens 3 Zeichen.'],
])('says in German what is wrong with a field: %j', (more, german) => {
  const [problem] = checkFields([field('text', more)], { hasModel: () => false })
  expect(inGerman(problem ?? {})).toBe(german)
})

it.each<[string, string | null, string]>([
  ['2,75', 'm', 'Dezimalzahlen stehen hier mit Punkt, wie 2.75 (an Stelle 2).'],
  ['2 * m 3', 'm', '„3“ an Stelle 7 passt hier nicht.'],
  ['2 * hoehe', 'm', '„hoehe“ an Stelle 5 ist weder Parameter noch Einheit.'],
  ['2 * m2', 'm', 'Die Formel ergibt m², die Einheit ist aber m.'],
  ['2 * m2', null, 'Die Formel ergibt m², es ist aber keine Einheit angegeben.'],
  [
    '1 + 2 * m',
    'm',
    'eine einfache Zahl und m lassen sich nicht addieren. Eine Zahl trägt ihre Einheit durch Multiplikation, wie in 0.24 * m.',
  ],
])('says in German what is wrong with a formula: %s', (formula, unit, german) => {
  expect(inGerman(formulaQuantity(formula, unit, new QuantityPlace([])))).toBe(german)
})

it('says in German a message that stands in another one', () => {
  const why = saying('“{{unit}}” is no known unit.', { unit: 'Elle' })
  const whole = saying('{{line}}: {{why}}', { line: 'Mauer', why })
  expect([whole.message, inGerman(whole)]).toEqual([
    'Mauer: “Elle” is no known unit.',
    'Mauer: „Elle“ ist keine bekannte Einheit.',
  ])
})

it('says in German what is wrong with a recipe, its numbers and days as they are written there', () => {
  const height = { kind: 'number', key: 'h', label: 'Höhe', unit: 'm', default: '1', max: '2.5' } as const
  const item = {
    id: 'k',
    code: 'K-1',
    name: 'Kies',
    type: 'material',
    unit: 'kg',
    price_basis: '1',
    waste_default: null,
    status: 'active',
  } as const
  const question = { currency: 'EUR', region: null, date: '2026-03-01' }
  expect(inGerman(must(refusalOf(height, '3')))).toBe('„Höhe“ ist höchstens 2,5 m.')
  expect(inGerman(noPriceWords({ item, prices: [] }, question, 'date'))).toBe(
    '„Kies“ (K-1) hat am 01.03.2026 keinen Preis in EUR.',
  )
})

it('says in German what is wrong with variables', () => {
  const variable = (key: string, formula: string) => ({ id: key, key, label: key, unit: 'm', formula })
  const { problems } = workOutVariables([variable('m', '1'), variable('a', 'b'), variable('b', 'a')])
  expect(problems.map(inGerman)).toContain('„m“ ist eine Einheit: Wählen Sie einen anderen Namen.')
  expect(problems.map(inGerman)).toContain('„b“ und „a“ hängen voneinander ab.')
})

it('values with places of their own are left as they are, and English is said as it was', async () => {
  const values: MessageValues = { name: '{{other}}', other: 'no' }
  expect(saying('“{{name}}” is not here.', values).message).toBe('“{{other}}” is not here.')
  await loadLanguage('en', async () => ({}))
  expect(inGerman(refused(field('text', { max_length: 20 }), 'x'.repeat(21)))).toBe('At most 20 characters.')
})

it('says in German what is refused as a whole, values and all', () => {
  const refusal = new AppError('too_large', saying('The file has more than {{limit}} rows.', { limit: 500 }))
  const answer = errorFromBody(
    413,
    JSON.stringify({ error: { code: refusal.code, message: refusal.message, ...refusal.said } }),
    new Headers(),
  )
  expect(refusal.message).toBe('The file has more than 500 rows.')
  expect(answer.message).toBe('Die Datei hat mehr als 500 Zeilen.')
})
