// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { must } from '#base/assert.ts'
import { drawComponent } from '../../../tests/support/draw-component.tsx'
import { standInForBrowser } from '../../../tests/support/stand-in-for-browser.ts'

standInForBrowser()
afterEach(cleanup)

const draw = (props: object) =>
  drawComponent('tree', { model: 'work_packages', parent: 'above', label: 'Work', ...props })
const opened = async () => (await screen.findAllByRole('treeitem')).filter(isOpen)
const isOpen = (item: HTMLElement): boolean => item.getAttribute('aria-expanded') === 'true'

it('leaves open what was open, and the keys where they were, on the screen of another record', async () => {
  draw({ selected: null })
  const closed = must((await screen.findAllByRole('treeitem', { expanded: false }))[0])
  fireEvent.keyDown(closed, { key: 'ArrowRight' })
  await expect.poll(async () => (await opened()).length).toBe(1)
  closed.focus()
  fireEvent.keyDown(closed, { key: 'Enter' })
  const id = must(closed.dataset['treeItem'])
  cleanup()
  draw({ selected: id })
  await expect.poll(async () => (await opened()).map((item) => item.dataset['treeItem'])).toEqual([id])
  await expect.poll(() => (document.activeElement as HTMLElement).dataset['treeItem']).toBe(id)
})

it('does not open a record by the entries of its menu', async () => {
  draw({ movable: true })
  const [actions] = await screen.findAllByRole('button', { name: 'Actions', hidden: true })
  fireEvent.click(must(actions))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Move to the top level' }))
  expect(screen.queryAllByRole('treeitem', { selected: true })).toEqual([])
})
