// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { noticeVersion } from './newer-version.ts'
import { VersionBanner } from './version-banner.tsx'

afterEach(cleanup)

it('[REL-43] a newer version is said for as long as it is there, also after another workspace was opened', async () => {
  const load = vi.fn<() => void>()
  const first = render(<VersionBanner />)
  expect(screen.queryByText('A new version is there')).toBeNull()
  noticeVersion(load)
  await screen.findByText('A new version is there')
  first.unmount()
  render(<VersionBanner />)
  await userEvent.click(screen.getByRole('button', { name: 'Load it' }))
  expect(load).toHaveBeenCalledTimes(1)
})
