import { describe, expect, it } from 'vitest'
import type { ComponentSample } from '#contracts/component.ts'
import { must } from '#base/assert.ts'
import { checkProps, componentDefinitions, definitionOf, describeComponent } from './definitions.ts'
import { fillUrl, safeUrl } from './props/safe-url.definition.ts'

describe('component definitions', () => {
  it('names every component once', () => {
    const types = componentDefinitions.map((definition) => definition.type)
    expect(new Set(types).size).toBe(types.length)
  })

  it.each(componentDefinitions.map((definition) => [definition.type] as const))(
    '[R-01] %s: its sample meets its own props and every child exists',
    (type) => {
      const definition = must(definitionOf(type))
      const problems: unknown[] = []
      const check = (sample: ComponentSample, known: readonly string[]): void => {
        const child = definitionOf(sample.component)
        problems.push(...(child ? checkProps(child, sample.props) : [`no component ${sample.component}`]))
        for (const [slot, inside] of Object.entries(sample.slots ?? {})) {
          if (!known.includes(slot)) problems.push(`no slot ${slot}`)
          for (const one of inside) check(one, Object.keys(must(definitionOf(one.component)).slots))
        }
      }
      check({ component: type, ...definition.sample }, Object.keys(definition.slots))
      expect(problems).toEqual([])
    },
  )

  it.each(componentDefinitions.map((definition) => [definition.type] as const))(
    '%s can be described as JSON',
    (type) => {
      const described = describeComponent(must(definitionOf(type)))
      expect(described.props).toMatchObject({ type: 'object', additionalProperties: false })
      expect(JSON.parse(JSON.stringify(described))).toEqual(described)
    },
  )

  it('marks the words a person reads', () => {
    expect(describeComponent(must(definitionOf('button'))).props).toMatchObject({
      properties: { label: { text: true } },
    })
  })

  it('takes an expression wherever a value may stand, and only there', () => {
    const grid = must(definitionOf('data-grid'))
    expect(checkProps(grid, { model: { '=': 'params.model' }, density: { '=': '"compact"' } })).toEqual([])
    expect(checkProps(grid, { model: 'items', columns: [{ field: { '=': 'params.f' } }] })).toEqual([])
    expect(
      checkProps(grid, {
        model: 'items',
        where: { and: [{ field: 'a', op: { '=': 'params.op' }, value: 1 }] },
      }),
    ).toEqual([])
    expect(checkProps(grid, { model: 'items', columns: [{ field: 7 }] })).toMatchObject([
      { path: 'columns.0.field' },
    ])
    expect(checkProps(grid, { model: 'items', where: { field: 'a', op: 'like' } })).toHaveLength(1)
  })
})

describe('[XS-02] no prop carries code, markup or a foreign scheme', () => {
  const button = must(definitionOf('button'))
  it.each([
    { dangerouslySetInnerHTML: { __html: '<img onerror=alert(1)>' } },
    { onClick: 'alert(1)' },
    { ref: 'x' },
    { $$typeof: 'react.element' },
    { as: 'script' },
    { style: { background: 'url(//evil)' } },
    { srcDoc: '<script>' },
  ])('refuses %j', (extra) => {
    for (const definition of componentDefinitions) {
      const found = checkProps(must(definitionOf(definition.type)), { ...definition.sample.props, ...extra })
      expect(found, definition.type).not.toEqual([])
    }
  })

  it.each([
    'javascript:alert(1)',
    ' java\nscript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,<script>',
    'vbscript:x',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil',
    'https://a b',
    '\u0001javascript:alert(1)',
    'file:///etc/passwd',
    'blob:x',
    '',
  ])('refuses the address %j', (to) => {
    expect(safeUrl(to)).toBeUndefined()
    expect(checkProps(button, { label: 'x', to })).not.toEqual([])
  })

  it.each([
    '/items',
    '/items/{id}?tab=a#b',
    '#top',
    '?page=2',
    'https://example.com/a',
    'mailto:a@example.com',
    'tel:+49(30)12-34',
  ])('takes the address %j', (to) => expect(safeUrl(to)).toBe(to))

  it('fills an address from a record without letting a value become a path', () => {
    expect(fillUrl('/items/{id}', { id: 'a/../b?c' })).toBe('/items/a%2F..%2Fb%3Fc')
    expect(fillUrl('/items/{id}', {})).toBeUndefined()
  })
})
