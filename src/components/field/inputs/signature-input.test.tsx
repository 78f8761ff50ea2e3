// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { FieldDescription } from '#contracts/model-description.ts'
import { standInForBrowser } from '../../../../tests/support/stand-in-for-browser.ts'
import { SignatureInput } from './signature-input.tsx'

/** Ends a stroke on the canvas that is shown. */
let stroke: (() => void) | null = null
vi.mock('signature_pad', () => ({
  // A canvas has no pixels here.
  default: class {
    isEmpty = () => true
    off = () => undefined
    toData = () => [{ points: [{ x: 4, y: 4 }] }]
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
