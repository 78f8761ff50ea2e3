// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { DrawLink, LinkProps } from '#ui/link.tsx'
import { drawComponent, listenedApi } from '../../../tests/support/draw-component.tsx'
import { standInForBrowser } from '../../../tests/support/stand-in-for-browser.ts'

standInForBrowser()
afterEach(cleanup)

const general = { path: '/objects', nav: true }
const inDrawer = { path: '/suppliers-too', nav: false, lists: 'suppliers' }
const own = { path: '/suppliers', nav: true, lists: 'suppliers' }

/** Where a number of suppliers leads to, with these screens. */
async function placeOf(...routes: object[]): Promise<string | null> {
  const { api } = listenedApi(({ name }) =>
    name === 'GET /api/routes' ? { status: 200, body: { rows: routes } } : null,
  )
  drawComponent('stat', { label: 'Suppliers', model: 'suppliers', opens_list: true }, { api })
  // Drawn anew once it is known where it leads.
  const link = async () => (await screen.findByText('Suppliers')).closest('a')
  await expect.poll(async () => (await link()) !== null || routes.length === 0).toBe(true)
  const href = (await link())?.getAttribute('href') ?? null
  cleanup()
  return href
}

it('leads to the screen that lists what it counts, else to the list of any model, else nowhere', async () => {
  expect(await placeOf(general, inDrawer, own)).toBe('/suppliers')
  expect(await placeOf(general, inDrawer)).toBe('/suppliers-too')
  expect(await placeOf(general)).toBe('/objects?model=suppliers')
  expect(await placeOf()).toBeNull()
})

it('shows a rate with all its digits where the layout says how many at least', async () => {
  const shown = async (props: object): Promise<string | undefined> => {
    drawComponent('stat', { label: 'Rate', ...props })
    await screen.findByText('Rate')
    const words = document.querySelector('data')?.textContent
    cleanup()
    return words
  }
  expect(await shown({ value: '0.004200', min_scale: 2 })).toBe('0.0042')
  expect(await shown({ value: '12.500000', min_scale: 2 })).toBe('12.50')
  expect(await shown({ value: '0.0042', currency: 'EUR', min_scale: 2 })).toBe('€0.0042')
  expect(await shown({ value: '3', currency: 'EUR', min_scale: 2 })).toBe('€3.00')
  expect(await shown({ value: '12.3456', scale: 2 })).toBe('12.35')
})

it('begins the list it leads to with what it counted, also where the layout says the address', async () => {
  const where = { field: 'state', op: 'eq', value: 'draft' }
  const drawn: LinkProps[] = []
  const note: DrawLink = (props) => {
    drawn.push(props)
    return props.children
  }
  const stateOf = async (props: object): Promise<unknown> => {
    drawComponent('stat', { label: 'Drafts', model: 'estimates', to: '/estimates', ...props }, { link: note })
    await screen.findByText('Drafts')
    cleanup()
    return drawn.pop()?.state
  }
  expect(await stateOf({ where })).toEqual({ 'list:estimates': { filters: where, words: '' } })
  expect(await stateOf({})).toBeUndefined()
})
