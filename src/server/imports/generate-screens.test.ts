import { describe, expect, it } from 'vitest'
import { definitionOf, checkProps } from '#components/definitions.ts'
import type { Layout } from '#contracts/layout.ts'
import { layoutSchema } from '#contracts/layout.ts'
import { modelWriteSchema } from '#contracts/model.ts'
import { parseExpressionsIn } from '#expressions/parse-expressions-in.ts'
import { quickSetupIn } from '#features/quick-setup/quick-setup-in.ts'
import { starterModels, trades } from '#features/quick-setup/starter-models.ts'
import { plainFields } from '#contracts/is-computed-field.ts'
import german from '#features/quick-setup/words/de.json' with { type: 'json' }
import { optionParts } from '#contracts/option-parts.ts'
import { allScreens, generateScreens } from './generate-screens.ts'

/** Everything wrong with a layout as its components and expressions see it. */
function problems(layout: Layout): string[] {
  const found: string[] = []
  for (const [id, node] of Object.entries(layout.nodes)) {
    const definition = definitionOf(node.component)
    if (!definition) {
      found.push(`${id}: no component ${node.component}`)
      continue
    }
    for (const detail of checkProps(definition, node.props))
      found.push(`${id}.${detail.path}: ${detail.message}`)
    for (const event of Object.keys(node.on ?? {}))
      if (!(event in definition.events)) found.push(`${id}: no event ${event}`)
    for (const [slot, children] of Object.entries(node.slots ?? {})) {
      if (!(slot in definition.slots)) found.push(`${id}: no slot ${slot}`)
      for (const child of children) if (!layout.nodes[child]) found.push(`${id}.${slot}: no node ${child}`)
    }
  }
  parseExpressionsIn(layout)
  return found
}

describe('generated screens', () => {
  it.each(starterModels.map((model) => [model.key, model] as const))(
    '%s: every layout is sound',
    (_, model) => {
      const related = [{ model: 'snags', label: 'Snags', field: 'project', columns: ['number', 'title'] }]
      const screens = generateScreens(
        { ...model, fields: plainFields(model.schema.fields), titleField: model.schema.title_field ?? null },
        { ...allScreens, singular: model.singular, related },
      )
      expect(screens.layouts.map(({ key }) => key)).toEqual([
        `${model.key}.list`,
        `${model.key}.form`,
        `${model.key}.detail`,
      ])
      for (const layout of screens.layouts) {
        expect(layoutSchema.safeParse(layout).success).toBe(true)
        expect(problems(layout)).toEqual([])
        const used = new Set([
          'page',
          ...Object.values(layout.nodes).flatMap(({ slots }) => Object.values(slots ?? {}).flat()),
        ])
        expect(Object.keys(layout.nodes).filter((id) => !used.has(id))).toEqual([])
      }
    },
  )

  it('addresses them: list, new, edit, record; only the list in the navigation', () => {
    const { routes } = generateScreens(
      { key: 'price_book', label: 'Price book', fields: [], titleField: null },
      allScreens,
    )
    expect(routes.map(({ path, layout, nav }) => [path, layout, nav])).toEqual([
      ['/price-book', 'price_book.list', true],
      ['/price-book/new', 'price_book.form', false],
      ['/price-book/{id}/edit', 'price_book.form', false],
      ['/price-book/{id}', 'price_book.detail', false],
    ])
  })

  it('makes only what is asked for', () => {
    const { layouts, routes } = generateScreens(
      { key: 'x', label: 'X', fields: [], titleField: null },
      { list: true, detail: false, form: false, routes: false, nav: false },
    )
    expect(layouts.map(({ key }) => key)).toEqual(['x.list'])
    expect(routes).toEqual([])
    expect(layouts[0]?.nodes.grid?.props).not.toHaveProperty('row_to')
  })
})

describe('starter models', () => {
  it('are valid models whose relations lead to each other', () => {
    const keys = new Set(starterModels.map(({ key }) => key))
    expect(keys.size).toBe(starterModels.length)
    for (const { singular: _, ...model } of starterModels) {
      expect(modelWriteSchema.safeParse(model).error).toBeUndefined()
      for (const field of model.schema.fields)
        if (field.type === 'relation') expect(keys).toContain(field.target)
      expect(model.schema.fields.map(({ key }) => key)).toContain(model.schema.title_field)
    }
  })

  it('have a word in every language for each of theirs, and no two choices become one', () => {
    const { trades: gewerke, manage } = quickSetupIn('de')
    const words = (value: unknown): string[] =>
      JSON.stringify(value).match(/(?<="(?:label|description|singular)":")[^"]+/g) ?? []
    const said = new Set([...words(starterModels), ...words(trades)])
    expect([...said].filter((word) => !Object.hasOwn(german, word))).toEqual([])
    for (const { singular: _, ...model } of manage) {
      expect(modelWriteSchema.safeParse(model).error).toBeUndefined()
      for (const { options = [] } of plainFields(model.schema.fields))
        expect(new Set(options.map((option) => optionParts(option).label)).size).toBe(options.length)
    }
    for (const [index, { options }] of gewerke.entries())
      for (const [field, choices] of Object.entries(options)) {
        expect(new Set(choices).size).toBe(choices.length)
        const missing = trades[index]?.options[field]?.filter((choice) => !Object.hasOwn(german, choice))
        expect(missing, field).toEqual([])
      }
  })

  it('are what the trades suggest, with options that exist', () => {
    const fields = new Set(
      starterModels.flatMap((model) => model.schema.fields.map((field) => `${model.key}.${field.key}`)),
    )
    for (const trade of trades) {
      expect(starterModels.map(({ key }) => key)).toEqual(expect.arrayContaining(trade.suggests))
      for (const path of Object.keys(trade.options)) expect(fields).toContain(path)
    }
  })
})
