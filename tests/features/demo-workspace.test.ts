import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Field } from '#contracts/field.ts'
import { optionParts } from '#contracts/option-parts.ts'
import { plainFields } from '#contracts/is-computed-field.ts'
import { demoDefinitions } from '#server/demo/demo-definitions.ts'
import { readDemo, readDemoRecords, readPriceBook } from '#server/demo/demo-files.ts'
import { recordPlan } from '#server/demo/record-plan.ts'
import { stockLayout } from '#server/features/stock-screens.ts'
import { checkLayout } from '#server/layouts/check-layout.ts'
import { standardModels } from '#server/standard-models/standard-models.ts'

const demo = await readDemo()
const fieldsOf = (model: string): Map<string, Field> =>
  new Map(
    plainFields(demo.models.find(({ key }) => key === model)?.schema?.fields ?? []).map((field) => [
      field.key,
      field,
    ]),
  )
const priceBook = await readPriceBook()
const recordsOf = (model: string) => (model === 'price_item' ? priceBook : readDemoRecords(model))
const namesOf = new Map(
  recordPlan.flatMap(({ model, named }) =>
    named === undefined ? [] : [[model, new Set(recordsOf(model).map((record) => String(record[named])))]],
  ),
)

describe('the demo workspace', () => {
  it('draws its screens with components that exist, with props, slots and expressions they take', () => {
    expect(demo.layouts.length).toBeGreaterThanOrEqual(8)
    for (const layout of demo.layouts) expect(checkLayout(layout), layout.key).toEqual([])
  })

  it('takes the place of no screen of the product but the dashboard', () => {
    const own = demo.layouts.map(({ key }) => key)
    expect(own.filter((key) => stockLayout(key) !== undefined)).toEqual(['dashboard'])
  })

  it('leads every route to a layout, and names only roles and models it has', () => {
    const changes = demoDefinitions(demo)
    const layouts = new Set(changes.filter(({ kind }) => kind === 'layout').map(({ key }) => key))
    const roles = new Set(['owner', 'admin', 'member', 'customer', ...demo.roles.map(({ key }) => key)])
    const models = new Set(demo.models.map(({ key }) => key))
    for (const { kind, key, body } of changes) {
      if (kind !== 'route' || !body) continue
      const layout = String(body['layout'])
      expect(layouts.has(layout) || stockLayout(layout) !== undefined, key).toBe(true)
      expect([...roles], key).toEqual(
        expect.arrayContaining((body['access'] as { roles?: string[] }).roles ?? []),
      )
    }
    const standard = standardModels.map(({ key }) => key)
    for (const role of demo.roles)
      expect(['*', ...models, ...standard], role.key).toEqual(
        expect.arrayContaining(Object.keys(role.grants ?? {})),
      )
    for (const [model, rules] of Object.entries(demo.fieldPermissions)) {
      expect([...fieldsOf(model).keys()], model).toEqual(expect.arrayContaining(Object.keys(rules)))
      for (const { read_roles, write_roles } of Object.values(rules))
        expect([...roles], model).toEqual(expect.arrayContaining([...read_roles, ...write_roles]))
    }
  })

  it.each(recordPlan.map(({ model }) => model))('%s: links, choices, people and pictures exist', (model) => {
    const fields = fieldsOf(model)
    const emails = new Set(demo.people.map(({ email }) => email))
    const records = recordsOf(model)
    expect(records.length).toBeGreaterThan(0)
    const problems = records.flatMap((record) =>
      Object.entries(record).flatMap(([key, value]) => {
        const field = fields.get(key)
        if (!field || value === null || value === '') return []
        const found = {
          relation: () => namesOf.get(field.target ?? '')?.has(String(value)),
          user: () => emails.has(String(value)),
          select: () => (field.options ?? []).some((option) => optionParts(option).value === value),
          image: () =>
            existsSync(new URL(`../../fixtures/demo/photos/${String(value)}.jpg`, import.meta.url)),
          file: () =>
            [value]
              .flat()
              .every((path) => existsSync(new URL(`../../fixtures/${String(path)}`, import.meta.url))),
        }
        const check = Object.entries(found).find(([type]) => type === field.type)?.[1]
        return check === undefined || check() === true ? [] : [`${key}: ${String(value)}`]
      }),
    )
    expect(problems).toEqual([])
  })

  it('is rich enough to show: thousands of prices, recipes of real items, four sites with diary and snags', () => {
    expect(priceBook.length).toBeGreaterThan(2000)
    const used = new Set(readDemoRecords('recipe_component').map(({ recipe }) => recipe))
    expect(readDemoRecords('recipe').filter(({ code }) => !used.has(code))).toEqual([])
    expect(new Set(readDemoRecords('diary').map(({ work_done }) => work_done)).size).toBe(60)
    expect(new Set(readDemoRecords('snag').map(({ title }) => title)).size).toBe(40)
  })
})
