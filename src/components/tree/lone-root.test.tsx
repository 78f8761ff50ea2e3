// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Query, Row } from '#contracts/query.ts'
import { drawComponent, listenedApi } from '../../../tests/support/draw-component.tsx'
import { standInForBrowser } from '../../../tests/support/stand-in-for-browser.ts'

standInForBrowser()
afterEach(cleanup)

/** Answers a tree of these records: what stands at the top, what stands under one, and how many do. */
function answerOf(all: readonly Row[]) {
  const answerTo = ({ where, group }: Query) => {
    const asked = where && 'field' in where ? where : null
    if (group) {
      const above = asked?.value as string[]
      const rows = above.flatMap((id) => {
        const count = all.filter((row) => row['above'] === id).length
        return count > 0 ? [{ above: id, count }] : []
      })
      return { rows, page: { size: 500, after: null } }
    }
    const under = asked?.op === 'eq' ? asked.value : null
    return { rows: all.filter((row) => row['above'] === under), page: { size: 200, after: null } }
  }
  return listenedApi(({ name, body }) =>
    name === 'POST /api/query'
      ? { status: 200, body: { results: (body as { queries: Query[] }).queries.map(answerTo) } }
      : null,
  ).api
}
const draw = (rows: readonly Row[]) =>
  drawComponent(
    'tree',
    { model: 'work_packages', parent: 'above', title: 'name', label: 'Places' },
    { api: answerOf(rows) },
  )

it('opens what alone holds everything else, and leaves it closed once it was closed', async () => {
  draw([
    { id: 'site', name: 'Site', above: null },
    { id: 'house', name: 'House', above: 'site' },
  ])
  const site = await screen.findByRole('treeitem', { name: /Site/, expanded: true })
  expect(await screen.findByRole('treeitem', { name: /^House/ })).toBeTruthy()
  fireEvent.keyDown(site, { key: 'ArrowLeft' })
  expect(screen.queryByRole('treeitem', { name: /^House/ })).toBeNull()
})

it('opens nothing where there is a choice', async () => {
  draw([
    { id: 'site', name: 'Site', above: null },
    { id: 'yard', name: 'Yard', above: null },
    { id: 'house', name: 'House', above: 'site' },
  ])
  expect(await screen.findByRole('treeitem', { name: /Site/, expanded: false })).toBeTruthy()
})
