// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'
import { IconButton } from './icon-button.tsx'
import { Menu } from './menu.tsx'
import { TextField } from './text-field.tsx'

beforeAll(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = (): void => undefined
      unobserve = (): void => undefined
      disconnect = (): void => undefined
    },
  )
})

afterEach(cleanup)

function DialogSample() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Share
      </button>
      <Dialog open={open} onOpenChange={setOpen} title="Share estimate">
        <TextField label="Name of the link" value="" onChange={() => undefined} />
      </Dialog>
    </>
  )
}

describe('Dialog', () => {
  it('starts in its first field and gives the focus back', async () => {
    render(<DialogSample />)
    await userEvent.click(screen.getByText('Share'))
    await screen.findByRole('dialog', { name: 'Share estimate' })
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name of the link')))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(screen.getByText('Share')))
  })
})

function HandoverSample() {
  const [open, setOpen] = useState<'more' | 'links' | null>(null)
  return (
    <>
      <button type="button" onClick={() => setOpen('more')}>
        More
      </button>
      {open === 'more' && (
        <Dialog
          open
          onOpenChange={() => setOpen(null)}
          title="More"
          footer={<button onClick={() => setOpen('links')}>Links</button>}
        />
      )}
      {open === 'links' && <Dialog open onOpenChange={() => setOpen(null)} title="All links" />}
    </>
  )
}

it('a dialog that another one opened, and made way for, gives the focus back to where that had it from', async () => {
  render(<HandoverSample />)
  await userEvent.click(screen.getByText('More'))
  await userEvent.click(await screen.findByText('Links'))
  await screen.findByRole('dialog', { name: 'All links' })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText('More')))
})

function ConfirmSample({ onConfirm }: { onConfirm: () => Promise<void> }) {
  const [open, setOpen] = useState(true)
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      title="Delete “Roof”?"
      consequences={[{ count: '1,204', label: 'lines' }]}
      typeToConfirm="Roof"
      confirmLabel="Delete estimate"
      onConfirm={onConfirm}
    />
  )
}

describe('ConfirmDialog', () => {
  it('counts what goes and waits for the name to be typed', async () => {
    const onConfirm = vi.fn(async () => undefined)
    render(<ConfirmSample onConfirm={onConfirm} />)
    const button = await screen.findByRole('button', { name: 'Delete estimate' })
    expect(screen.getByText('1,204')).toBeDefined()
    expect(button).toHaveProperty('disabled', true)
    await userEvent.type(screen.getByRole('textbox'), 'Roo{Enter}')
    expect(onConfirm).not.toHaveBeenCalled()
    await userEvent.type(screen.getByRole('textbox'), 'f{Enter}')
    expect(onConfirm).toHaveBeenCalledOnce()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  it('stays open with the reason when it fails', async () => {
    render(<ConfirmSample onConfirm={() => Promise.reject(new Error('Locked by Mara'))} />)
    await userEvent.type(await screen.findByRole('textbox'), 'Roof{Enter}')
    await screen.findByText('Locked by Mara')
    expect(screen.getByRole('alertdialog')).toBeDefined()
  })
})

describe('Menu', () => {
  const onSelect = vi.fn()
  const sample = (
    <Menu
      items={[
        { label: 'Duplicate', onSelect },
        { label: 'Open', href: '/estimates/1' },
        { label: 'Locked', disabled: true, onSelect },
      ]}
    >
      {(trigger) => <IconButton icon="dots" label="More" {...trigger} />}
    </Menu>
  )

  it('opens by keyboard, acts, and goes home', async () => {
    render(sample)
    const trigger = screen.getByRole('button', { name: 'More' })
    trigger.focus()
    await userEvent.keyboard('{ArrowDown}')
    await screen.findByRole('menu', { name: 'More' })
    expect(trigger.getAttribute('aria-expanded')).toBe('true')
    await userEvent.click(screen.getByRole('menuitem', { name: 'Duplicate' }))
    expect(onSelect).toHaveBeenCalledOnce()
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(trigger))
  })

  it('has real links, and disabled lines do nothing', async () => {
    onSelect.mockClear()
    render(sample)
    await userEvent.click(screen.getByRole('button', { name: 'More' }))
    expect((await screen.findByRole('menuitem', { name: 'Open' })).getAttribute('href')).toBe('/estimates/1')
    await userEvent.click(screen.getByRole('menuitem', { name: 'Locked' }), { pointerEventsCheck: 0 })
    expect(onSelect).not.toHaveBeenCalled()
  })

  it('a second click on the button closes it', async () => {
    render(sample)
    await userEvent.click(screen.getByRole('button', { name: 'More' }))
    await screen.findByRole('menu')
    await userEvent.click(screen.getByRole('button', { name: 'More' }))
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  })
})
