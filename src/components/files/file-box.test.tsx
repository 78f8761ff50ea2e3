// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { largestModelFile } from '#contracts/api/files.ts'
import { EngineAround, fakeApi } from '../../../tests/support/fake-engine.tsx'
import { standInForBrowser } from '../../../tests/support/stand-in-for-browser.ts'
import { FileBox } from './file-box.tsx'
import { largestFile } from './use-uploads.ts'

beforeAll(standInForBrowser)
afterEach(cleanup)

const megabytes = (bytes: number): number => bytes / 1024 / 1024
const box = (pictures: boolean) =>
  render(
    <EngineAround api={fakeApi(() => Promise.reject(new Error('nothing is asked')))}>
      <FileBox label="Files" files={[]} pictures={pictures} onChange={() => undefined} />
    </EngineAround>,
  )

it('says how large a file may be, and that a building model may be larger', () => {
  box(false)
  const hint = screen.getByText(/^or drop them here/).textContent
  expect(hint).toContain(`${megabytes(largestFile)} MB each`)
  expect(hint).toContain(`IFC files up to ${megabytes(largestModelFile)} MB`)
})

it('says nothing of building models where pictures are added', () => {
  box(true)
  expect(screen.getByText(/^or drop them here/).textContent).not.toContain('IFC')
})
