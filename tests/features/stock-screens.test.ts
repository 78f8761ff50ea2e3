import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isJsonObject } from '#base/json.ts'
import { checkProps, definitionOf } from '#components/definitions.ts'
import { plainFields } from '#contracts/is-computed-field.ts'
import { optionParts } from '#contracts/option-parts.ts'
import { isExpression } from '#contracts/expression.ts'
import { layoutSchema, type Layout } from '#contracts/layout.ts'
import { routeWriteSchema } from '#contracts/route.ts'
import { starterModels } from '#features/quick-setup/starter-models.ts'
import { parseExpression } from '#expressions/parse.ts'
import { allFeatures } from '#features/all-features.ts'
import { systemModels } from '#kernel/models/system-models.ts'
import { standardModels } from '#server/standard-models/standard-models.ts'
import { iconNames } from '#ui/icons/icon-names.ts'

const layouts = allFeatures.flatMap((feature) => feature.layouts.map((layout) => layoutSchema.parse(layout)))
const routes = allFeatures.flatMap((feature) => feature.routes.map((route) => routeWriteSchema.parse(route)))
const byKey = new Map(layouts.map((layout) => [layout.key, layout]))

/** Every value in a JSON tree, the tree itself first. */
function* values(value: unknown): Generator<unknown> {
  yield value
  if (isExpression(value)) return
  if (Array.isArray(value)) for (const item of value) yield* values(item)
  else if (isJsonObject(value)) for (const item of Object.values(value)) yield* values(item)
}

const reachable = (layout: Layout): string[] => {
  const seen: string[] = []
  const visit = (id: string): void => {
    expect(seen, `${layout.key}: ${id} hangs in two places`).not.toContain(id)
    seen.push(id)
    Object.values(layout.nodes[id]?.slots ?? {})
      .flat()
      .forEach(visit)
  }
  visit(layout.root)
  return seen
}

describe('[R-17] the shipped screens are layouts', () => {
  it('each folder of the features is shipped, and each file is named by its key', () => {
    const features = join(import.meta.dirname, '../../src/features')
    const folders = readdirSync(features, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(allFeatures.map(({ key }) => key).toSorted()).toEqual(folders.map(({ name }) => name).toSorted())
    for (const { name } of folders) {
      const folder = join(features, name, 'layouts')
      const keys = (allFeatures.find(({ key }) => key === name)?.layouts ?? []).map(
        (layout) => `${layoutSchema.parse(layout).key}.json`,
      )
      expect(keys, name).toEqual(existsSync(folder) ? readdirSync(folder).toSorted() : [])
    }
  })

  it('each layout has its own key, and every node hangs in exactly one place', () => {
    expect(byKey.size).toBe(layouts.length)
    for (const layout of layouts)
      expect(reachable(layout).toSorted(), layout.key).toEqual(Object.keys(layout.nodes).toSorted())
  })

  it('names only components that exist, with props, slots and events they have', () => {
    for (const layout of layouts) {
      for (const [id, node] of Object.entries(layout.nodes)) {
        const where = `${layout.key} ${id}`
        const definition = definitionOf(node.component)
        expect(definition, `${where}: ${node.component}`).toBeDefined()
        if (!definition) continue
        expect(checkProps(definition, node.props), where).toEqual([])
        expect(Object.keys(definition.slots), where).toEqual(
          expect.arrayContaining(Object.keys(node.slots ?? {})),
        )
        expect(Object.keys(definition.events), where).toEqual(
          expect.arrayContaining(Object.keys(node.on ?? {})),
        )
      }
    }
  })

  it('holds only expressions that parse', () => {
    let count = 0
    for (const layout of layouts) {
      for (const value of values(layout)) {
        if (!isExpression(value)) continue
        count++
        expect(() => parseExpression(value['=']), `${layout.key}: ${value['=']}`).not.toThrow()
      }
    }
    expect(count).toBeGreaterThan(50)
  })

  it('names only models of the product and layouts that exist', () => {
    const models = new Set([...systemModels, ...standardModels, ...starterModels].map((model) => model.key))
    for (const layout of layouts) {
      const named = [...values(layout)].filter(isJsonObject)
      for (const { model, layout: opened, do: step } of named) {
        if (typeof model === 'string') expect(models, layout.key).toContain(model)
        if (step === 'open') expect([...byKey.keys()], layout.key).toContain(opened)
      }
    }
  })

  it('draws only icons there are', () => {
    const known = new Set<string>(iconNames)
    for (const { key, ...layout } of layouts)
      for (const { icon } of [...values(layout)].filter(isJsonObject))
        if (typeof icon === 'string') expect(known, key).toContain(icon)
    for (const { icon, path } of routes) if (icon) expect(known, path).toContain(icon)
  })

  it('speaks German where the system names its own fields and states', () => {
    const german: Record<string, string> = JSON.parse(
      readFileSync(join(import.meta.dirname, '../../src/web/locales/de.json'), 'utf8'),
    )
    const labels = systemModels.flatMap((model) => [
      model.label,
      ...model.fields.flatMap(({ label, field }) => [
        label,
        ...(field.description === undefined ? [] : [field.description]),
        ...(field.options ?? []).map((option) => optionParts(option).label),
      ]),
    ])
    const standard = standardModels.flatMap(({ label, singular, description, schema }) => [
      label,
      singular,
      description,
      ...plainFields(schema.fields).flatMap((field) => [
        field.label,
        ...(field.description === undefined ? [] : [field.description]),
        ...(field.inverse === undefined ? [] : [field.inverse]),
        ...(field.options ?? []).map((option) => optionParts(option).label),
      ]),
    ])
    expect([...new Set([...labels, ...standard])].filter((label) => !Object.hasOwn(german, label))).toEqual(
      [],
    )
  })

  it('[R-04] [R-05] [R-09] [R-10] routes: one layout each that exists, no path twice, parents that exist', () => {
    const paths = routes.map((route) => route.path)
    expect(new Set(paths).size).toBe(paths.length)
    for (const route of routes) {
      expect([...byKey.keys()], route.path).toContain(route.layout)
      if (route.parent) expect(paths, route.path).toContain(route.parent)
    }
    expect(paths).toEqual(
      expect.arrayContaining([
        '/dashboard',
        '/config',
        '/onboarding',
        '/settings',
        '/settings/users',
        '/settings/access',
        '/settings/layout/fields',
        '/settings/subdomain',
        '/access-control',
        '/archetypes',
        '/objects',
        '/models',
        '/models/enhanced',
        '/configuration',
        '/configuration/quick-setup',
        '/invites',
        '/layouts',
        '/layouts/create',
        '/routes',
        '/o/{token}',
      ]),
    )
  })

  it('the README says how many there are', () => {
    const readme = readFileSync('README.md', 'utf8')
    expect(readme).toContain(
      `${layouts.length} screens are layouts (${routes.length} of them have an address`,
    )
  })
})
