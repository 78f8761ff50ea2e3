import type { Field } from '#contracts/field.ts'
import type { Language } from '#contracts/language.ts'
import type { Layout, LayoutNode } from '#contracts/layout.ts'
import { layoutSchema } from '#contracts/layout.ts'
import { routeWriteSchema, type RouteWrite } from '#contracts/route.ts'
import { screenWords, type ScreenWords } from './screen-words.ts'

/** A model as far as its screens need it. */
export interface ScreenModel {
  key: string
  label: string
  fields: readonly Field[]
  titleField: string | null
  icon?: string
  /** Begins the keys of its layouts; the model's key unless that is taken. */
  layoutPrefix?: string
}

/** Records of another model that point here; each gets a tab on the record's screen. */
export interface RelatedModel {
  model: string
  label: string
  /** The relation that points here. */
  field: string
  columns: readonly string[]
}

export interface ScreenOptions {
  list: boolean
  detail: boolean
  form: boolean
  routes: boolean
  nav: boolean
  /** What one record is called: “Add supplier”. */
  singular?: string
  /** Of the words that go with a name; English unless told. */
  language?: Language
  related?: readonly RelatedModel[]
  /** Address of the list; `/price-book` for `price_book` otherwise. */
  path?: string
  /** Place in the navigation. */
  order?: number
}

export interface GeneratedScreens {
  layouts: Layout[]
  routes: RouteWrite[]
}

export const allScreens = { list: true, detail: true, form: true, routes: true, nav: true } as const

/** What the screens call one record, and what they say with names. */
function spokenIn({ language = 'en', singular }: ScreenOptions): { one: string; say: ScreenWords } {
  const say = screenWords[language]
  return { one: singular ?? say.entry, say }
}

type NodeDraft = Partial<LayoutNode> & { component: string }

const node = (draft: NodeDraft): LayoutNode => ({ v: 1, props: {}, ...draft })
const bound = (expression: string) => ({ '=': expression })

const layoutKeyFor = (model: ScreenModel, part: string): string =>
  `${(model.layoutPrefix ?? model.key).slice(0, 54)}.${part}`

/** The list address a model gets: `price_book` → `/price-book`. */
export const pathFor = (key: string): string => `/${key.replaceAll('_', '-')}`

const document = (
  key: string,
  title: Layout['title'],
  nodes: Layout['nodes'],
  more: Partial<Layout> = {},
): Layout => layoutSchema.parse({ schema: 1, key, title, nodes, root: 'page', ...more })

// Which fields it shows, and in which order, is the model's: one place to change it for every list and form.
function listLayout(model: ScreenModel, path: string, options: ScreenOptions): Layout {
  const { one, say } = spokenIn(options)
  const add = [{ do: 'navigate' as const, to: `${path}/new` }]
  const nodes: Layout['nodes'] = {
    page: node({
      component: 'page',
      props: { title: model.label, width: 'fill' },
      slots: {
        actions: options.form ? ['past', 'import', 'add'] : ['past'],
        content: ['moment', 'grid'],
      },
    }),
    past: node({
      component: 'button',
      props: { label: 'Look at the past', variant: 'ghost', icon: 'history' },
      when: bound('!state.past'),
      on: { click: [{ do: 'set-state', key: 'past', value: true }] },
    }),
    moment: node({
      component: 'as-of',
      when: bound('state.past'),
      on: { closed: [{ do: 'set-state', key: 'past', value: false }] },
    }),
    grid: node({
      component: 'data-grid',
      props: {
        model: model.key,
        label: model.label,
        ...(model.titleField === null ? {} : { sort: [{ field: model.titleField, dir: 'asc' }] }),
        search_box: true,
        filter_bar: true,
        editable: true,
        remember: layoutKeyFor(model, 'list'),
        views: true,
        as_of: bound('nodes.moment.at'),
        ...(options.detail ? { row_to: `${path}/{id}` } : {}),
        empty: {
          icon: model.icon ?? 'table',
          title: say.nothingYet(model.label),
          text: say.addFirst(one),
          ...(options.form ? { action: say.add(one) } : {}),
        },
      },
      ...(options.form ? { on: { create: add } } : {}),
    }),
  }
  if (options.form) {
    nodes.import = node({
      component: 'button',
      props: { label: 'Import a file', icon: 'upload', to: `/import?model=${model.key}` },
      when: bound("(user.role == 'owner' || user.role == 'admin') && !state.past"),
    })
    nodes.add = node({
      component: 'button',
      props: { label: say.add(one), variant: 'primary', icon: 'plus', to: `${path}/new` },
      when: bound('!state.past'),
    })
  }
  return document(layoutKeyFor(model, 'list'), model.label, nodes, { state: { past: false } })
}

function detailLayout(model: ScreenModel, path: string, options: ScreenOptions): Layout {
  const { one, say } = spokenIn(options)
  const related = (options.related ?? []).slice(0, 5)
  const title =
    model.titleField === null
      ? model.label
      : bound(`coalesce(sources.record[${JSON.stringify(model.titleField)}], ${JSON.stringify(model.label)})`)
  const nodes: Layout['nodes'] = {
    page: node({
      component: 'page',
      props: { title, record: bound('sources.record.id'), back: { label: model.label, to: path } },
      slots: {
        actions: ['here', 'profile', ...(options.form ? ['edit'] : []), 'remove'],
        content: ['parts'],
      },
    }),
    here: node({ component: 'presence', props: { model: model.key, id: bound('params.id') } }),
    profile: node({
      component: 'button',
      props: {
        label: 'Public links',
        variant: 'ghost',
        icon: 'share',
        to: bound('"/o/" + sources.record.token'),
      },
      when: bound("(user.role == 'owner' || user.role == 'admin') && sources.record != null"),
    }),
    remove: node({
      component: 'button',
      props: { label: 'Delete', variant: 'ghost', icon: 'trash' },
      on: {
        click: [
          {
            do: 'confirm',
            title: say.askDelete(one),
            text: 'It goes to the bin. You can bring it back from there, or take this back right after.',
            confirm: 'Delete',
            danger: true,
          },
          // Away first: this screen would ask for what is gone.
          { do: 'navigate', to: path },
          { do: 'delete', model: model.key, id: bound('params.id') },
        ],
      },
    }),
    parts: node({
      component: 'tabs',
      props: {
        label: model.label,
        items: [
          { slot: 'tab1', label: 'Details' },
          ...related.map(({ label }, index) => ({ slot: `tab${index + 2}`, label })),
          { slot: `tab${related.length + 2}`, label: 'History' },
        ],
      },
      slots: {
        tab1: ['facts', 'pointing'],
        ...Object.fromEntries(related.map((_, index) => [`tab${index + 2}`, [`related${index + 1}`]])),
        [`tab${related.length + 2}`]: ['history'],
      },
    }),
    facts: node({
      component: 'detail-list',
      props: { model: model.key, id: bound('params.id'), columns: 2 },
    }),
    pointing: node({
      component: 'related-records',
      props: { model: model.key, id: bound('params.id') },
    }),
    history: node({ component: 'timeline', props: { model: model.key, id: bound('params.id') } }),
  }
  if (options.form)
    nodes.edit = node({
      component: 'button',
      props: { label: 'Edit', icon: 'pencil', to: bound(`"${path}/" + params.id + "/edit"`) },
    })
  for (const [index, other] of related.entries()) {
    nodes[`related${index + 1}`] = node({
      component: 'data-grid',
      props: {
        model: other.model,
        label: other.label,
        columns: other.columns.map((field) => ({ field })),
        where: { field: other.field, op: 'eq', value: bound('params.id') },
        row_to: `${pathFor(other.model)}/{id}`,
        height: 420,
      },
    })
  }
  const sources: Layout['sources'] = {
    record: {
      model: model.key,
      where: { field: 'id', op: 'eq', value: bound('params.id') },
      fields: [...(model.titleField === null ? [] : [model.titleField]), 'token'],
      single: true,
    },
  }
  return document(
    layoutKeyFor(model, 'detail'),
    say.oneOf(model.label.slice(0, 150), one.slice(0, 40)),
    nodes,
    {
      params: { id: { type: 'id', required: true } },
      sources,
    },
  )
}

function formLayout(model: ScreenModel, path: string, options: ScreenOptions): Layout {
  const { one, say } = spokenIn(options)
  const after = options.detail ? bound(`"${path}/" + event.id`) : path
  const nodes: Layout['nodes'] = {
    page: node({
      component: 'page',
      props: {
        title: bound(
          `params.id == null ? ${JSON.stringify(say.add(one))} : ${JSON.stringify(say.edit(one))}`,
        ),
        back: { label: model.label, to: path },
        width: 'reading',
      },
      slots: { content: ['form'] },
    }),
    form: node({
      component: 'form',
      props: {
        model: model.key,
        id: bound('params.id'),
        columns: model.fields.length > 6 ? 2 : 1,
        cancel: true,
      },
      on: { saved: [{ do: 'navigate', to: after }], cancelled: [{ do: 'navigate', to: path }] },
    }),
  }
  return document(layoutKeyFor(model, 'form'), say.formOf(model.label.slice(0, 188)), nodes, {
    params: { id: { type: 'id' } },
  })
}

/**
 * Makes the screens of a model as data: a list with search, filters and export, a screen per record with its facts,
 * related records and history, one form for adding and changing, and their addresses. Pure; the caller saves them in one
 * release. `generateScreens({key: 'supplier', …}, allScreens)` → layouts `supplier.list|detail|form`, routes `/supplier`,
 * `/supplier/new`, `/supplier/{id}`, `/supplier/{id}/edit`.
 */
export function generateScreens(model: ScreenModel, options: ScreenOptions): GeneratedScreens {
  const path = options.path ?? pathFor(model.key)
  const { one, say } = spokenIn(options)
  const layouts: Layout[] = []
  const routes: RouteWrite[] = []
  const route = (at: string, part: string, title: string, more: Partial<RouteWrite> = {}): void => {
    if (!options.routes) return
    routes.push(
      routeWriteSchema.parse({
        path: at,
        layout: layoutKeyFor(model, part),
        title,
        parent: at === path || !options.list ? null : path,
        ...more,
      }),
    )
  }
  if (options.list) {
    layouts.push(listLayout(model, path, options))
    route(path, 'list', model.label, {
      icon: model.icon ?? 'table',
      nav: options.nav,
      order: options.order ?? 500,
    })
  }
  if (options.form) {
    layouts.push(formLayout(model, path, options))
    route(`${path}/new`, 'form', say.add(one))
    route(`${path}/{id}/edit`, 'form', say.edit(one))
  }
  if (options.detail) {
    layouts.push(detailLayout(model, path, options))
    route(`${path}/{id}`, 'detail', model.label)
  }
  return { layouts, routes }
}
