import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { forgetWorkspace, personKey } from './forget-workspace.ts'

it('forgets what the workspace answered and lets what is asked about the person arrive', async () => {
  const cache = new QueryClient()
  cache.setQueryData(['records', 'item'], ['of the first workspace'])
  let answer: (text: string) => void = () => undefined
  const queryFn = () => new Promise<string>((resolve) => (answer = resolve))
  const invite = new QueryObserver(cache, { queryKey: [personKey, 'invite'], queryFn })
  const stop = invite.subscribe(() => undefined)
  forgetWorkspace(cache)
  answer('Falk Bau')
  await vi.waitFor(() => expect(invite.getCurrentResult().data).toBe('Falk Bau'))
  expect(cache.getQueryData(['records', 'item'])).toBeUndefined()
  stop()
})
