// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Query } from '#contracts/query.ts'
import { drawComponent, listenedApi } from '../../../tests/support/draw-component.tsx'
import { standInForBrowser } from '../../../tests/support/stand-in-for-browser.ts'

standInForBrowser()
afterEach(cleanup)

/** Whether a call asks what a record stands in. */
const asksPlace = (body: unknown): boolean =>
  ((body as { queries?: Query[] } | null)?.queries ?? []).some(
    ({ where }) => where !== undefined && 'field' in where && where.field === 'id' && where.op === 'eq',
  )

it('says when the place of what is chosen could not be read, and tries again', async () => {
  let isDown = true
  const { api } = listenedApi(({ body }) =>
    isDown && asksPlace(body)
      ? { status: 400, body: { error: { code: 'invalid', message: 'No.', requestId: 'r' } } }
      : null,
  )
  drawComponent(
    'tree',
    { model: 'work_packages', parent: 'above', label: 'Work', selected: 'sample-work_packages-3' },
    { api },
  )
  expect(await screen.findByText('The place of what is chosen could not be read')).toBeDefined()
  isDown = false
  // The call carried what the tree itself asked, too: that says so beside it.
  for (const again of screen.getAllByRole('button', { name: 'Try again' })) fireEvent.click(again)
  await expect.poll(() => screen.queryByText('The place of what is chosen could not be read')).toBeNull()
})
