// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Action } from '#contracts/action.ts'
import { toast } from '#ui/toasts/toast.ts'
import { ApiError } from '#engine/data/api-error.ts'
import { memoryFileStore } from '#engine/data/kept-file-store.ts'
import { keepFile, setFileStore } from '#engine/data/kept-files.ts'
import { showCopy } from '#engine/data/not-live.ts'
import { memoryOutboxStore } from '#engine/data/outbox-store.ts'
import { setOutboxStore, waitingEntries } from '#engine/data/outbox.ts'
import { must } from '#base/assert.ts'
import { sampleForm } from '../gallery/sample/sample-form.ts'
import { sampleModels } from '../gallery/sample/sample-models.ts'
import { propertiesOf } from './describe-form-fields.ts'
import { drawComponent, listenedApi, type SeenCall } from '../../../tests/support/draw-component.tsx'
import { standInForBrowser } from '../../../tests/support/stand-in-for-browser.ts'

beforeAll(standInForBrowser)
beforeEach(() => sessionStorage.clear())
afterEach(cleanup)

const written = (calls: readonly SeenCall[]) =>
  calls.filter(({ name }) => /^(POST|PATCH) \/api\/records/.test(name))
const name = () => screen.findByRole('textbox', { name: /^Name/ }, { timeout: 15_000 })

describe('the form', () => {
  it('creates: only what is filled in, exact numbers as text', async () => {
    const { api, calls } = listenedApi()
    drawComponent('form', { model: 'suppliers' }, { api })
    await userEvent.type(await name(), 'Nordkies')
    await userEvent.type(screen.getByRole('textbox', { name: /Discount/ }), '2.50')
    await userEvent.click(screen.getByRole('button', { name: 'Create' }))
    await waitFor(() =>
      expect(written(calls)).toMatchObject([
        {
          name: 'POST /api/records/suppliers',
          body: { name: 'Nordkies', discount: '2.50', state: 'active' },
        },
      ]),
    )
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Create' }).hasAttribute('disabled')).toBe(true),
    )
  })

  it('says that something was created, and leaves that to the screen where it has words of its own', async () => {
    const said = async (on: Record<string, Action> | undefined): Promise<string[]> => {
      const success = vi.spyOn(toast, 'success')
      const { unmount } = drawComponent('form', { model: 'suppliers' }, on && { on })
      await userEvent.type(await name(), 'Nordkies{Enter}')
      await waitFor(() => expect(success).toHaveBeenCalled())
      await waitFor(() =>
        expect(screen.getByRole('button', { name: 'Create' }).hasAttribute('disabled')).toBe(true),
      )
      unmount()
      const words = success.mock.calls.map(([text]) => text)
      success.mockRestore()
      return words
    }
    expect(await said(undefined)).toEqual(['Created'])
    const own = { do: 'toast', tone: 'success', text: 'Your decision was sent' } as const
    expect(await said({ saved: [own] })).toEqual(['Your decision was sent'])
  })

  it('sums what the server refuses at the top, each line leading to its field, and says it beside the field', async () => {
    drawComponent('form', { model: 'suppliers' })
    await name()
    await userEvent.click(screen.getByRole('button', { name: 'Create' }))
    const summary = await screen.findByRole('alert')
    const link = within(summary).getByRole('link', { name: 'Fill in Name.' })
    const field = await name()
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
    await userEvent.click(link)
    expect(document.activeElement).toBe(field)
  })

  it('changes: only what differs, with the values that were seen; saving keeps the focus', async () => {
    const { api, calls } = listenedApi()
    drawComponent('form', { model: 'suppliers', id: 'sample-suppliers-2' }, { api })
    const city = await screen.findByRole('textbox', { name: 'City' }, { timeout: 15_000 })
    expect(screen.getByRole('button', { name: 'Save changes' }).hasAttribute('disabled')).toBe(true)
    await userEvent.clear(city)
    await userEvent.type(city, 'Wels{Enter}')
    await waitFor(() =>
      expect(written(calls)).toEqual([
        {
          name: 'PATCH /api/records/suppliers/sample-suppliers-2',
          body: { city: 'Wels', base: { city: 'Graz' } },
        },
      ]),
    )
    expect(document.activeElement).toBe(city)
  })

  it('asks whose value stays when two people changed the same field', async () => {
    let first = true
    const { api, calls } = listenedApi(({ name: call }) => {
      if (!call.startsWith('PATCH') || !first) return null
      first = false
      return {
        status: 412,
        body: {
          error: {
            code: 'edit_conflict',
            message: 'x',
            details: { fields: { city: { base: 'Graz', mine: 'Wels', theirs: 'Steyr' } } },
            requestId: 'r',
          },
        },
      }
    })
    drawComponent('form', { model: 'suppliers', id: 'sample-suppliers-2' }, { api })
    const city = await screen.findByRole('textbox', { name: 'City' }, { timeout: 15_000 })
    await userEvent.clear(city)
    await userEvent.type(city, 'Wels{Enter}')
    const dialog = await screen.findByRole('dialog')
    await userEvent.click(within(dialog).getByRole('radio', { name: /Wels/ }))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save changes' }))
    await waitFor(() =>
      expect(written(calls).at(-1)?.body).toEqual({ city: 'Wels', base: { city: 'Steyr' } }),
    )
  })

  it('entering many: two that say the same are two, each with a key of its own', async () => {
    const { api } = listenedApi()
    const sent = vi.spyOn(api, 'answer')
    drawComponent('form', { model: 'suppliers', again: true }, { api })
    const enter = async (): Promise<void> => {
      await userEvent.type(await name(), 'Nordkies{Enter}')
      await waitFor(async () => expect((await name()).getAttribute('value')).toBe(''))
    }
    await enter()
    await enter()
    const keys = sent.mock.calls.map(([, input]) => input?.idempotencyKey)
    expect([keys.length, new Set(keys).size]).toEqual([2, 2])
  })

  describe('that creates by a command', () => {
    const by = { command: 'supplier.begin', input: { like: 'sample-1' }, answer: 'supplier' }
    const given = { city: { value: 'Wels', why: 'Everything there is in one city.' } }

    it('sends what is typed and what is given in one call, and says what the screen says', async () => {
      const { api, calls } = listenedApi(({ name: call }) =>
        call.startsWith('POST /api/commands')
          ? { status: 200, body: { result: { supplier: 'new-1' }, models: ['suppliers'] } }
          : null,
      )
      const success = vi.spyOn(toast, 'success')
      const on: Record<string, Action> = {
        saved: [{ do: 'toast', tone: 'success', text: 'Made' }],
      }
      drawComponent('form', { model: 'suppliers', create_by: by, given }, { api, on })
      await userEvent.type(await name(), 'Nordkies')
      const city = screen.getByRole('textbox', { name: 'City' })
      expect([city.getAttribute('value'), city.hasAttribute('readonly')]).toEqual(['Wels', true])
      expect(screen.getByText('Everything there is in one city.')).toBeTruthy()
      await userEvent.click(screen.getByRole('button', { name: 'Create' }))
      await waitFor(() => expect(success.mock.calls.map(([text]) => text)).toEqual(['Made']))
      success.mockRestore()
      expect(written(calls)).toEqual([])
      expect(calls.filter(({ name: call }) => call.startsWith('POST /api/commands'))).toEqual([
        {
          name: 'POST /api/commands/supplier.begin',
          body: { name: 'Nordkies', city: 'Wels', state: 'active', like: 'sample-1' },
        },
      ])
    })

    it('says what the command refuses beside the field it is about', async () => {
      const details = [{ path: 'name', code: 'taken', message: 'This name is taken.' }]
      const { api } = listenedApi(({ name: call }) =>
        call.startsWith('POST /api/commands')
          ? { status: 422, body: { error: { code: 'invalid', message: 'No.', details, requestId: 'r' } } }
          : null,
      )
      drawComponent('form', { model: 'suppliers', create_by: by }, { api })
      await userEvent.type(await name(), 'Nordkies')
      await userEvent.click(screen.getByRole('button', { name: 'Create' }))
      const summary = await screen.findByRole('alert')
      expect(within(summary).getByRole('link', { name: 'This name is taken.' })).toBeTruthy()
      const field = await name()
      await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
    })

    it('is kept without connection, with the command it goes to', async () => {
      await setOutboxStore(memoryOutboxStore())
      const { api } = listenedApi()
      const send = api.call.bind(api)
      vi.spyOn(api, 'call').mockImplementation((name, ...input) =>
        name === 'POST /api/commands/{name}'
          ? Promise.reject(new ApiError(0, 'unreachable', 'No answer.'))
          : send(name, ...input),
      )
      const user = { id: 'user-1', email: null, name: null }
      const session = { user, tenant: { id: 'tenant-1', name: 'Nordbau' }, role: 'member' }
      drawComponent('form', { model: 'suppliers', create_by: by, given }, { api, session })
      await userEvent.type(await name(), 'Nordkies')
      await userEvent.click(screen.getByRole('button', { name: 'Create' }))
      await userEvent.click(await screen.findByRole('button', { name: 'Keep and send later' }))
      await waitFor(() =>
        expect(waitingEntries()).toMatchObject([
          {
            model: 'suppliers',
            id: null,
            command: 'supplier.begin',
            input: { like: 'sample-1' },
            body: { name: 'Nordkies', city: 'Wels', like: 'sample-1' },
            tried: expect.any(String),
          },
        ]),
      )
    })
  })

  it('without connection: keeps what is filled in on the device, with what was seen, and says so', async () => {
    await setOutboxStore(memoryOutboxStore())
    const { api, calls } = listenedApi()
    const user = { id: 'user-1', email: null, name: null }
    const session = { user, tenant: { id: 'tenant-1', name: 'Nordbau' }, role: 'member' }
    drawComponent('form', { model: 'suppliers', id: 'sample-suppliers-2' }, { api, session })
    const city = await screen.findByRole('textbox', { name: 'City' }, { timeout: 15_000 })
    const answered = showCopy('2026-11-22T09:00:00.000Z', () => undefined)
    await screen.findByText('No connection')
    await userEvent.clear(city)
    await userEvent.type(city, 'Wels')
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
    await userEvent.click(screen.getByRole('button', { name: 'Keep and send later' }))
    const notice = await screen.findByText('Waiting to be sent')
    expect(scrolled.mock.contexts.some((box) => box instanceof Element && box.contains(notice))).toBe(true)
    scrolled.mockRestore()
    answered()
    expect(written(calls)).toEqual([])
    expect(waitingEntries()).toMatchObject([
      {
        model: 'suppliers',
        id: 'sample-suppliers-2',
        body: { city: 'Wels', base: { city: 'Graz' } },
        tried: null,
      },
    ])
  })

  describe('with a file that waits on this device', () => {
    const stored = { id: 'stored-1', name: 'a.pdf', type: 'application/pdf', size: 5 }
    const user = { id: 'user-1', email: null, name: null }
    const session = { user, tenant: { id: 'tenant-1', name: 'Nordbau' }, role: 'member' }
    const draw = async () => {
      await setOutboxStore(memoryOutboxStore())
      setFileStore(memoryFileStore())
      const kept = await keepFile('user-1', new File(['bytes'], 'a.pdf', { type: 'application/pdf' }))
      const { api } = listenedApi(({ name: call }) =>
        call.startsWith('POST /api/files') ? { status: 201, body: stored } : null,
      )
      const sent = vi.spyOn(api, 'answer')
      drawComponent('form', { model: 'suppliers', values: { documents: [{ ...kept }] } }, { api, session })
      await userEvent.type(await name(), 'Nordkies')
      return sent
    }

    it('what got no answer is kept under the key it was sent with: it may have arrived', async () => {
      const sent = await draw()
      sent.mockRejectedValueOnce(new ApiError(0, 'unreachable', 'No answer.'))
      await userEvent.click(screen.getByRole('button', { name: 'Create' }))
      await userEvent.click(await screen.findByRole('button', { name: 'Keep and send later' }))
      await waitFor(() => expect(waitingEntries()).toHaveLength(1))
      const [, input] = sent.mock.calls[0] ?? []
      expect(input?.body).toMatchObject({ documents: [stored] })
      expect(waitingEntries()).toMatchObject([{ key: input?.idempotencyKey, tried: expect.any(String) }])
      // Nobody sends it a second time: the form begins anew, and says where the first one is.
      await waitFor(async () => expect((await name()).getAttribute('value') ?? '').toBe(''))
      expect(screen.getByText('Waiting to be sent')).toBeTruthy()
    })

    it('what was made holds the file as the server knows it', async () => {
      await draw()
      expect(screen.getByText('Waits on this device')).toBeTruthy()
      await userEvent.click(screen.getByRole('button', { name: 'Create' }))
      await waitFor(() => expect(screen.queryByText('Waits on this device')).toBeNull())
      expect(screen.getByText('a.pdf')).toBeTruthy()
    })
  })

  it('what was typed and not saved is offered again', async () => {
    const first = drawComponent('form', { model: 'suppliers' })
    await userEvent.type(await name(), 'Half a na')
    first.unmount()
    drawComponent('form', { model: 'suppliers' })
    await userEvent.click(await screen.findByRole('button', { name: 'Put it back' }, { timeout: 15_000 }))
    await waitFor(async () => expect((await name()).getAttribute('value')).toBe('Half a na'))
  })

  it('what was typed before and not put back outlives what is typed over it, saved or not', async () => {
    const first = drawComponent('form', { model: 'suppliers' })
    await userEvent.type(await name(), 'First')
    first.unmount()
    const second = drawComponent('form', { model: 'suppliers' })
    await userEvent.type(await name(), 'Second')
    second.unmount()
    const third = drawComponent('form', { model: 'suppliers', again: true })
    const back = async (): Promise<void> =>
      userEvent.click(await screen.findByRole('button', { name: 'Put it back' }, { timeout: 15_000 }))
    const holds = async (value: string): Promise<void> =>
      waitFor(async () => expect((await name()).getAttribute('value')).toBe(value))
    // Each stands in for the other until one of them is saved.
    await back()
    await holds('First')
    await back()
    await holds('Second')
    await back()
    await holds('First')
    await userEvent.click(screen.getByRole('button', { name: 'Create' }))
    await holds('')
    third.unmount()
    drawComponent('form', { model: 'suppliers' })
    await back()
    await holds('Second')
    expect(screen.queryByRole('button', { name: 'Put it back' })).toBeNull()
  })

  it('makes the key of a new record of its name, never one that is taken, and leaves one that was written', async () => {
    const keys = { city: { from: 'name', taken: ['kies', null] } }
    drawComponent('form', { model: 'suppliers', keys })
    const key = async (): Promise<string> =>
      (await screen.findByRole<HTMLInputElement>('textbox', { name: 'City' })).value
    await userEvent.type(await name(), 'Kies')
    expect(await key()).toBe('kies_2')
    await userEvent.type(await name(), ' & Größe')
    expect(await key()).toBe('kies_groesse')
    await userEvent.type(screen.getByRole('textbox', { name: 'City' }), '_a')
    await userEvent.type(await name(), ' X')
    expect(await key()).toBe('kies_groesse_a')
  })

  it('a new record: what cannot be typed and has no value is not shown, until it is stored', async () => {
    const suppliers = must(sampleModels().find(({ key }) => key === 'suppliers'))
    const made = sampleForm(suppliers)
    for (const key of ['city', 'state', 'email', 'phone'])
      (made.schema['properties'] as Record<string, object>)[key] = {
        ...propertiesOf(made.schema)[key],
        readOnly: true,
      }
    const { api } = listenedApi(({ name: call }) =>
      call.includes('/suppliers/form') ? { status: 200, body: made } : null,
    )
    const given = { phone: { value: '+49 341 5550100', why: 'As in the contract.' } }
    const { unmount } = drawComponent('form', { model: 'suppliers', given }, { api })
    await name()
    expect(screen.queryByRole('textbox', { name: 'City' })).toBeNull()
    expect(screen.queryByRole('textbox', { name: 'Mail' })).toBeNull()
    // What has a default or is given says something.
    expect(screen.getByText('Active')).toBeTruthy()
    expect(screen.getByRole('textbox', { name: 'Telephone' })).toBeTruthy()
    unmount()
    drawComponent('form', { model: 'suppliers', id: 'sample-suppliers-2' }, { api })
    expect(await screen.findByRole('textbox', { name: 'City' }, { timeout: 15_000 })).toBeTruthy()
  })

  it('a refusal without fields keeps what was typed and shows the request id', async () => {
    const { api } = listenedApi(({ name: call }) =>
      call.startsWith('POST /api/records')
        ? {
            status: 500,
            body: {
              error: { code: 'internal', message: 'Something went wrong on our side.', requestId: 'req-77' },
            },
          }
        : null,
    )
    drawComponent('form', { model: 'suppliers' }, { api })
    const field = await name()
    await userEvent.type(field, 'Nordkies{Enter}')
    expect(await screen.findByText('req-77')).toBeTruthy()
    expect(field.getAttribute('value')).toBe('Nordkies')
  })
})
