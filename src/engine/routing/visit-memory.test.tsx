// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SessionProvider } from '../session-context.tsx'
import { keepVisit, readVisit, useVisitState, VisitContext } from './visit-memory.ts'

beforeEach(() => sessionStorage.clear())
afterEach(cleanup)

function Words() {
  const [words, setWords] = useVisitState('words', () => '')
  return <input aria-label="Words" value={words} onChange={({ target }) => setWords(target.value)} />
}

/** A page with words, in a workspace, where the address can be changed below it. */
function open(tenant = 'one', isKept = true) {
  const router = createMemoryRouter([{ path: '*', element: <Words /> }], { initialEntries: ['/list'] })
  const pageIn = (id: string) => (
    <SessionProvider value={{ user: null, tenant: { id, name: id }, role: null }}>
      <VisitContext value={isKept}>
        <RouterProvider router={router} />
      </VisitContext>
    </SessionProvider>
  )
  const drawn = render(pageIn(tenant))
  return {
    go: (to: string | number) => act(() => router.navigate(to as string)),
    enter: (id: string) => drawn.rerender(pageIn(id)),
  }
}

const field = () => screen.getByLabelText<HTMLInputElement>('Words')
const write = (text: string) =>
  act(() => {
    // As React hears it.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(), text)
    field().dispatchEvent(new Event('input', { bubbles: true }))
  })

describe('the memory of a visit', () => {
  it('stays when the address changes below it, and goes back with Back', async () => {
    const { go } = open()
    write('brick')
    await go('/list?tab=two')
    expect(field().value).toBe('brick')
    write('steel')
    await go(-1)
    expect(field().value).toBe('brick')
    await go(1)
    expect(field().value).toBe('steel')
  })

  it('finds after a reload what was written, and nothing where it was cleared again', async () => {
    open()
    write('brick')
    cleanup()
    open()
    expect(field().value).toBe('brick')
    write('')
    expect(sessionStorage.getItem('visits')).toBe('[]')
  })

  it('writes nothing for a page that is only looked at', async () => {
    const { go } = open()
    await go('/list?tab=two')
    expect(sessionStorage.length).toBe(0)
  })

  it('is of one workspace: another one begins anew, in the same place', () => {
    const { enter } = open()
    write('brick')
    enter('two')
    expect(field().value).toBe('')
    cleanup()
    open('two')
    expect(field().value).toBe('')
    cleanup()
    open('one')
    expect(field().value).toBe('brick')
  })

  it('keeps nothing of a drawer', () => {
    open('one', false)
    write('brick')
    expect(field().value).toBe('brick')
    cleanup()
    open('one', false)
    expect(field().value).toBe('')
    expect(sessionStorage.length).toBe(0)
  })

  it('lets the oldest go, so that forms have room for their drafts', () => {
    const long = 'x'.repeat(1000)
    for (let visit = 0; visit < 200; visit += 1) keepVisit(`${visit}:/list:`, long)
    expect(readVisit('0:/list:')).toBeNull()
    expect(readVisit('199:/list:')).toBe(long)
    expect(sessionStorage.getItem('visits')?.length).toBeLessThan(160_000)
    keepVisit('199:/list:', 'x'.repeat(10_000))
    expect(readVisit('199:/list:'), 'of what is very long nothing, not what it was before').toBeNull()
  })

  it('begins anew where the storage is damaged', () => {
    sessionStorage.setItem('visits', '{"half')
    open()
    write('brick')
    expect(field().value).toBe('brick')
    expect(readVisit('elsewhere')).toBeNull()
  })
})
