// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { must } from '#base/assert.ts'
import { drawComponent } from '../../../tests/support/draw-component.tsx'
import { standInForBrowser } from '../../../tests/support/stand-in-for-browser.ts'

standInForBrowser()
afterEach(cleanup)

/** An event that is not stopped says that nothing may be let go here. */
const takes = (item: HTMLElement): boolean => !fireEvent.dragOver(item)

it('offers a record to others, not to itself nor to what stands below it', async () => {
  drawComponent('tree', { model: 'work_packages', parent: 'above', label: 'Work', movable: true })
  const above = must((await screen.findAllByRole('treeitem', { expanded: false }))[0])
  fireEvent.keyDown(above, { key: 'ArrowRight' })
  await expect.poll(() => above.querySelector('[role="treeitem"]')).not.toBeNull()
  const below = must(above.querySelector<HTMLElement>('[role="treeitem"]'))
  const other = must(screen.getAllByRole('treeitem', { expanded: false })[0])
  fireEvent.dragStart(above, { dataTransfer: { setData: () => undefined } })
  expect([takes(above), takes(below), takes(other)]).toEqual([false, false, true])
  fireEvent.dragEnd(above)
  expect(takes(above)).toBe(true)
})
