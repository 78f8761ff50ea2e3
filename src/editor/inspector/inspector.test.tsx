// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { componentDefinitions, describeComponent } from '#components/definitions.ts'
import { layoutSchema, type LayoutNode } from '#contracts/layout.ts'
import { wholeSchema } from '#engine/bindings/prop-schema.ts'
import { EngineAround, fakeApi, fakeServer } from '../../../tests/support/fake-engine.tsx'
import {
  createEditorStore,
  EditorContext,
  layoutOf,
  undoStep,
  type EditorStore,
} from '../state/editor-store.ts'
import { Inspector } from './inspector.tsx'
import { kindOf, propsOf, wordsOf } from './prop-kind.ts'
import { formOfStep, stepStarts, stepTitles, type StepKind } from './step-schema.ts'
import { linesOf, whereOf } from './where-lines.ts'

const components = Object.fromEntries(
  componentDefinitions.map((definition) => [definition.type, describeComponent(definition)]),
)

afterEach(cleanup)

/** The inspector for one chosen node. */
function inspect(node: Partial<LayoutNode> & { component: string }): EditorStore {
  const layout = layoutSchema.parse({
    schema: 1,
    key: 'yard',
    title: 'Yard',
    params: { id: {} },
    root: 'it',
    nodes: { it: node },
  })
  const store = createEditorStore({ layout, components })
  const server = fakeServer((name) => {
    if (name.includes('/description'))
      return {
        body: { key: 'suppliers', fields: [{ key: 'city', label: 'City', operators: ['eq'] }], can: {} },
      }
    return { body: { rows: [{ key: 'suppliers', label: 'Suppliers', schema: { fields: [] } }], page: {} } }
  })
  render(
    <EngineAround api={fakeApi(server.fetch)}>
      <EditorContext value={store}>
        <Inspector />
      </EditorContext>
    </EngineAround>,
  )
  return store
}

const propsNow = (store: EditorStore): LayoutNode['props'] | undefined => layoutOf(store).nodes['it']?.props

describe('what the inspector makes of a schema', () => {
  it('[R-10] has a control for every prop of every component', () => {
    const json: string[] = []
    for (const { type, props } of Object.values(components))
      for (const prop of propsOf(wholeSchema(props)))
        if (kindOf(prop.place).kind === 'json') json.push(`${type}.${prop.name}`)
    expect(json).toEqual([])
  })

  it('has a form for every step of an action, made from its contract', () => {
    for (const kind of Object.keys(stepTitles) as StepKind[]) {
      const names = formOfStep(kind).map(({ name }) => name)
      const needed = Object.keys(stepStarts[kind]).filter((name) => name !== 'do')
      expect(names, kind).toEqual(expect.arrayContaining(needed))
    }
    const [layout] = formOfStep('open')
    expect(layout && kindOf(layout.place).kind).toBe('layout')
  })

  it('reads conditions as lines where they are such, and gives them back as they were', () => {
    const line = { field: 'city', op: 'eq', value: 'Kiel' }
    expect(whereOf(linesOf(line) ?? [])).toEqual(line)
    const both = { and: [line, { field: 'name', op: 'empty', value: true }] }
    expect(whereOf(linesOf(both) ?? [])).toEqual(both)
    expect(linesOf({ or: [line] })).toBeNull()
    expect(whereOf([])).toBeUndefined()
  })

  it('says keys in words', () => {
    expect(wordsOf('page_size')).toBe('Page size')
  })
})

describe('Inspector', () => {
  it('sets words, choices and switches, each as one step', async () => {
    const store = inspect({ component: 'button', props: { label: 'Go' } })
    await userEvent.type(screen.getByRole('textbox', { name: 'Label' }), ' on')
    expect(propsNow(store)).toEqual({ label: 'Go on' })
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Variant' }), 'danger')
    await userEvent.click(screen.getByRole('switch', { name: 'Disabled' }))
    expect(propsNow(store)).toEqual({ label: 'Go on', variant: 'danger', disabled: true })
    expect(store.getState().history.past).toHaveLength(3)
    undoStep(store)
    undoStep(store)
    undoStep(store)
    expect(propsNow(store)).toEqual({ label: 'Go' })
  })

  it('turns a value into an expression and checks it while it is typed', async () => {
    const store = inspect({ component: 'button', props: { label: 'Go' } })
    await userEvent.click(screen.getByRole('button', { name: 'Label: use an expression' }))
    expect(propsNow(store)).toEqual({ label: { '=': "'Go'" } })
    const input = screen.getByRole('textbox', { name: 'Label' })
    await userEvent.clear(input)
    expect(propsNow(store)).toEqual({ label: { '=': "'Go'" } })
    await userEvent.type(input, 'params.nothing')
    await waitFor(() => expect(screen.getByText('“params” has no “nothing”.')).toBeDefined())
    await userEvent.clear(input)
    await userEvent.type(input, 'params.id')
    expect(screen.queryByText(/has no/)).toBeNull()
    expect(propsNow(store)).toEqual({ label: { '=': 'params.id' } })
  })

  it('[R-10] sets a value for the chosen width only, marks it, and takes it back', async () => {
    const store = inspect({ component: 'text', props: { text: 'Wide' } })
    store.setState({ breakpoint: 'sm' })
    const input = await screen.findByRole('textbox', { name: 'Text' })
    await userEvent.clear(input)
    await userEvent.type(input, 'Narrow')
    expect(layoutOf(store).nodes['it']).toMatchObject({
      props: { text: 'Wide' },
      overrides: { sm: { text: 'Narrow' } },
    })
    await userEvent.click(screen.getByRole('button', { name: 'Text: as at every width' }))
    expect(layoutOf(store).nodes['it']?.overrides).toBeUndefined()
  })

  it('adds, names and takes out the items of a list', async () => {
    const store = inspect({
      component: 'data-grid',
      props: { model: 'suppliers', columns: [{ field: 'city' }] },
    })
    const columns = screen.getByRole('group', { name: 'Columns' })
    expect(columns.textContent).toContain('city')
    await userEvent.click(screen.getAllByRole('button', { name: 'Add' })[0] as HTMLElement)
    expect(propsNow(store)?.['columns']).toEqual([{ field: 'city' }, { field: '' }])
    await userEvent.click(screen.getAllByRole('button', { name: 'Take out' })[0] as HTMLElement)
    expect(propsNow(store)?.['columns']).toEqual([{ field: '' }])
  })

  it('shows what the server found wrong at its prop', () => {
    const store = inspect({ component: 'text', props: { text: 'x' } })
    store.setState({ problems: [{ path: 'nodes.it.props.text', message: 'This is needed.', node: 'it' }] })
    return waitFor(() => {
      expect(screen.getByRole('textbox', { name: 'Text' }).getAttribute('aria-invalid')).toBe('true')
    })
  })

  it('says that a component is not there', () => {
    inspect({ component: 'gone' })
    expect(screen.getByText(/There is no component “gone”/)).toBeDefined()
  })
})
