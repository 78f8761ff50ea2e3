import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api, makeWorkspace, signUp, type Api } from '../support/people.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'

let server: TestServer
let as: Api

beforeAll(async () => {
  server = await startTestServer()
  const owner = await signUp(server)
  as = api(owner, (await makeWorkspace(owner, 'Defaults')).id)
}, 120_000)
afterAll(() => server.stop())

let made = 0
const save = async (
  ...fields: object[]
): Promise<{ status: number; detail: { message: string } | undefined }> => {
  const key = `model_${++made}`
  const schema = { version: 1, fields: fields.map((one, at) => ({ key: `f${at}`, label: `F${at}`, ...one })) }
  const { status, body } = await as.post('/api/models', { key, label: key, schema })
  return { status, detail: body.error?.details?.[0] }
}

describe('the default of a field', () => {
  it.each([
    ['a number', { type: 'integer', default: 'seven' }],
    ['a text that is no number', { type: 'integer', default: { '=': '"seven"' } }],
    ['a day for a number', { type: 'decimal', default: { '=': 'today()' } }],
    ['a number for a day', { type: 'date', default: { '=': '7 * 2' } }],
    ['yes or no for a text', { type: 'text', default: { '=': 'true' } }],
    ['a number for yes or no', { type: 'boolean', default: { '=': '1' } }],
    ['what is no option', { type: 'select', options: ['a'], default: { '=': '"b"' } }],
    ['what cannot be worked out', { type: 'integer', default: { '=': '"a" * 2' } }],
  ])('is refused when the field is saved: %s', async (_what, field) => {
    const { status, detail } = await save(field)
    expect(status).toBe(422)
    expect(detail).toMatchObject({ path: 'schema.fields.0.default' })
  })

  it('is refused when another field gives it another type, in words that name both', async () => {
    const { status, detail } = await save({ type: 'boolean' }, { type: 'money', default: { '=': 'f0' } })
    expect(status).toBe(422)
    expect(detail).toMatchObject({ path: 'schema.fields.1.default', code: 'type' })
    expect(detail?.message).toContain('The expression gives yes or no, which “Money” cannot hold.')
  })

  it.each([
    ['a day', { type: 'date', default: { '=': 'today() + 14' } }],
    ['a moment', { type: 'datetime', default: { '=': 'now()' } }],
    ['a number of digits', { type: 'integer', default: { '=': '"7"' } }],
    ['a person', { type: 'user', default: { '=': 'user.id' } }],
    ['a choice', { type: 'multi_select', options: ['a'], default: { '=': '["a"]' } }],
  ])('is taken where it fits: %s', async (_what, field) => {
    expect(await save(field)).toMatchObject({ status: 201 })
  })
})

describe('a decimal of too many digits', () => {
  it('is refused with the limit named', async () => {
    await as.post('/api/models', {
      key: 'amount',
      label: 'amount',
      schema: {
        version: 1,
        fields: [
          { key: 'plain', label: 'plain', type: 'decimal' },
          { key: 'scaled', label: 'scaled', type: 'decimal', scale: 3 },
        ],
      },
    })
    const refusal = async (values: object): Promise<string> =>
      (await as.post('/api/records/amount', values)).body.error.details[0].message
    expect(await refusal({ plain: `0.${'1'.repeat(19)}` })).toBe('At most 18 digits after the point.')
    expect(await refusal({ scaled: `0.${'1'.repeat(19)}` })).toBe('At most 3 digits after the point.')
    expect(await refusal({ scaled: '0.1234' })).toBe('At most 3 digits after the point.')
    expect(await refusal({ plain: '1'.repeat(31) })).toBe('At most 30 digits before the point.')
    expect(await refusal({ plain: 0.1234567890123456 })).toContain('more than 15 digits as a text')
    expect(await refusal({ plain: 'many' })).toBe('Write a decimal number.')
  })
})
