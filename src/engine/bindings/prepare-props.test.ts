import { describe, expect, it } from 'vitest'
import { evaluateExpression } from '#expressions/evaluate.ts'
import { parseExpression } from '#expressions/parse.ts'
import { prepareProps } from './prepare-props.ts'

const schema = {
  type: 'object',
  properties: {
    title: { type: 'string', text: true },
    model: { type: 'string' },
    size: { type: 'integer', default: 50 },
    wide: { type: 'boolean', default: false },
    tone: { type: 'string', enum: ['calm', 'loud'] },
    id: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    where: { anyOf: [{ $ref: '#/$defs/where' }, { type: 'null' }] },
    columns: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          field: { type: 'string' },
          label: { type: 'string', text: true },
          align: { type: 'string', default: 'left' },
        },
      },
    },
    any: {},
  },
  $defs: { where: { type: 'object', properties: { field: { type: 'string' } } } },
  additionalProperties: false,
}
const scope = { data: { text: 'Titel', n: 3, money: '12.50', list: [1], none: null, tone: 'shrill' } }
const prepare = (raw: Record<string, unknown>) =>
  prepareProps(raw, schema, {
    evaluate: (text) => evaluateExpression(parseExpression(text), scope),
    translate: (text) => `«${text}»`,
  })
const bound = (text: string) => ({ '=': text })

describe('prepareProps', () => {
  it('applies defaults, also inside lists', () => {
    expect(prepare({ columns: [{ field: 'a' }] }).props).toEqual({
      size: 50,
      wide: false,
      columns: [{ field: 'a', align: 'left' }],
    })
  })

  it('translates literal text a person reads, never keys and never what data gives', () => {
    const { props } = prepare({
      title: 'Total',
      model: 'Total',
      columns: [{ field: 'Total', label: 'Total' }],
    })
    expect(props).toMatchObject({
      title: '«Total»',
      model: 'Total',
      columns: [{ field: 'Total', label: '«Total»' }],
    })
    expect(prepare({ title: bound('data.text') }).props).toMatchObject({ title: 'Titel' })
  })

  it('fits what a binding gives to the prop', () => {
    const { props, problems } = prepare({
      title: bound('data.n'),
      size: bound('data.money'),
      id: bound('data.none'),
      model: bound('data.none'),
      where: bound('data.none == null ? {"field": "a"} : null'),
      any: bound('data.list'),
    })
    expect(problems).toEqual([])
    expect(props).toEqual({ title: '3', size: 12.5, id: null, where: { field: 'a' }, any: [1], wide: false })
  })

  it('says where and why a binding does not fit, and goes on with the rest', () => {
    const { props, problems } = prepare({
      title: bound('data.list'),
      tone: bound('data.tone'),
      wide: bound('data.text.deeper'),
      model: bound('data.text'),
    })
    expect(problems.map(({ path, message }) => `${path}: ${message}`)).toEqual([
      'title: This gives a list, but text is needed here.',
      'tone: This gives “shrill”, which is none of the choices.',
      'wide: text has no field “deeper”.',
    ])
    expect(props).toMatchObject({ model: 'Titel' })
  })

  it('[EX-02] a key called __proto__ changes nothing', () => {
    const raw = JSON.parse('{"__proto__": {"polluted": 1}, "any": {"__proto__": {"polluted": 1}}}') as Record<
      string,
      unknown
    >
    const { props } = prepare(raw)
    expect((props as { polluted?: unknown }).polluted).toBeUndefined()
    expect(Object.getPrototypeOf(props)).toBe(Object.prototype)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })
})
