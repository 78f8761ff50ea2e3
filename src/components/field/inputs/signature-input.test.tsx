// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { FieldDescription } from '#contracts/model-description.ts'
import { setThemeChoice } from '#ui/theme/theme.ts'
import { standInForBrowser } from '../../../../tests/support/stand-in-for-browser.ts'
import { SignatureInput } from './signature-input.tsx'

/** Ends a stroke on the canvas that is shown. */
let stroke: (() => void) | null = null
/** What was drawn again, in which ink. */
const drawnAgain = vi.fn()
vi.mock('signature_pad', () => ({
  // A canvas has no pixels here.
  default: class {
    isEmpty = () => true
    off = () => undefined
    toData = () => [{ points: [{ x: 4, y: 4 }], penColor: 'rgb(1, 1, 1)' }]
    fromData = drawnAgain
    addEventListener(_event: string, listener: () => void) {
      stroke = listener
    }
  },
}))
beforeAll(standInForBrowser)
afterEach(cleanup)

const stored = { width: 10, height: 10, strokes: [[1, 1, 9, 9]] }

function Signed() {
  const [value, setValue] = useState<unknown>(stored)
  return (
    <>
      <SignatureInput label="Signature" field={{} as FieldDescription} value={value} onChange={setValue} />
      <button type="button" onClick={() => setValue(structuredClone(stored))}>
        Discard
      </button>
    </>
  )
}

it('shows what is stored again once a signature that was drawn anew is given up', async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  render(<Signed />)
  expect(screen.getByRole('img', { name: 'Drawn signature' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Draw anew' }))
  await vi.waitFor(() => expect(stroke).not.toBeNull())
  act(() => stroke?.())
  // What was just drawn stays on the canvas.
  expect(screen.getByText('Signed')).toBeTruthy()
  expect(screen.queryByRole('img', { name: 'Drawn signature' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(screen.getByRole('img', { name: 'Drawn signature' })).toBeTruthy()
})

it('draws what is on the canvas again in the ink of another theme, and stores the same strokes', async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  const told = vi.fn()
  stroke = null
  render(<SignatureInput label="Signature" field={{} as FieldDescription} value={null} onChange={told} />)
  await vi.waitFor(() => expect(stroke).not.toBeNull())
  act(() => stroke?.())
  const canvas = screen.getByText('Field to sign in')
  canvas.style.color = 'rgb(230, 233, 237)'
  act(() => setThemeChoice('dark'))
  expect(drawnAgain).toHaveBeenLastCalledWith([{ points: [{ x: 4, y: 4 }], penColor: 'rgb(230, 233, 237)' }])
  expect(told).toHaveBeenCalledTimes(1)
  expect(told.mock.calls[0]?.[0]).not.toHaveProperty('penColor')
  act(() => setThemeChoice('system'))
})
