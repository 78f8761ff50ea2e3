import { must } from '#base/assert.ts'
import { newId } from '#base/ids.ts'
import { plainFields } from '#contracts/is-computed-field.ts'
import { allScreens, generateScreens } from '../imports/generate-screens.ts'
import { screenChanges } from '../imports/place-screens.ts'
import type { DefinitionChange } from '../releases/release-changes.ts'
import type { Demo } from './demo-files.ts'

/** Roles, models, field permissions, layouts and routes of the demo, as one release. */
export function demoDefinitions(demo: Demo): DefinitionChange[] {
  const ids = new Map(demo.models.map(({ key }) => [key, newId()]))
  return [
    ...demo.roles.map((role): DefinitionChange => ({
      kind: 'role',
      key: role.key,
      body: { ...role, ...(role.grants && { grants: grantsNow(demo, role) }) },
    })),
    ...demo.models.map((model): DefinitionChange => ({
      kind: 'model',
      key: model.key,
      body: withSingular(demo, model),
      id: must(ids.get(model.key)),
    })),
    ...Object.entries(demo.fieldPermissions).map(([model, fields]): DefinitionChange => ({
      kind: 'field_permissions',
      key: must(ids.get(model), `field permissions name a model: ${model}`),
      body: { fields },
    })),
    ...demo.layouts.map((layout): DefinitionChange => ({
      kind: 'layout',
      key: layout.key,
      body: { ...layout },
    })),
    ...demo.screens.generated.flatMap((wish) => generated(demo, wish)),
    ...demo.screens.routes.map((route): DefinitionChange => ({
      kind: 'route',
      key: route.path,
      body: { ...route },
    })),
  ]
}

/** The roles that may do something with standard models, once those are there. */
export const laterRoles = (demo: Demo): DefinitionChange[] =>
  demo.roles
    .filter((role) => role.grants && grantsNow(demo, role) !== role.grants)
    .map((role) => ({ kind: 'role', key: role.key, body: { ...role } }))

/** What a role may do with the models that the demo begins with. */
function grantsNow({ models }: Demo, { grants }: Demo['roles'][number]) {
  const known = new Set(['*', ...models.map(({ key }) => key)])
  const all = Object.entries(grants ?? {})
  const now = all.filter(([model]) => known.has(model))
  return now.length === all.length ? grants : Object.fromEntries(now)
}

/** A model with what its generated screens call one record. */
function withSingular(demo: Demo, model: Demo['models'][number]): DefinitionChange['body'] {
  const singular = demo.screens.generated.find((wish) => wish.model === model.key)?.singular
  if (!model.schema || singular === undefined) return { ...model }
  return { ...model, schema: { ...model.schema, singular } }
}

function generated(demo: Demo, wish: Demo['screens']['generated'][number]): DefinitionChange[] {
  const model = must(
    demo.models.find(({ key }) => key === wish.model),
    `screens name a model: ${wish.model}`,
  )
  const fields = plainFields(model.schema?.fields ?? [])
  const has = (part: 'list' | 'detail' | 'form'): boolean => wish.parts.includes(part)
  const screens = generateScreens(
    {
      key: model.key,
      label: model.label,
      fields,
      titleField: model.schema?.title_field ?? fields.find(({ type }) => type === 'text')?.key ?? null,
      ...(model.icon === undefined ? {} : { icon: model.icon }),
    },
    {
      ...allScreens,
      list: has('list'),
      detail: has('detail'),
      form: has('form'),
      singular: wish.singular,
      path: wish.path,
      order: wish.order,
      nav: wish.nav,
      related: wish.related,
    },
  )
  const routes = screens.routes.map((route) => ({ ...route, access: wish.access }))
  return screenChanges({ ...screens, routes })
}
