import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { siblingTabs } from './sibling-tabs.ts'

it('[XS-08] hears the one thing that tabs say to each other, in its one form', async () => {
  const heard = vi.fn()
  const stop = siblingTabs().onSignOut(heard)
  const channel = new BroadcastChannel('formwork-session')
  const other = new BroadcastChannel('formwork')
  for (const data of [
    null,
    '',
    'SIGN-OUT',
    { event: 'sign-out' },
    ['sign-out'],
    'sign-out ',
    { toString: 'sign-out' },
  ])
    channel.postMessage(data)
  other.postMessage('sign-out')
  await wait(50)
  expect(heard).not.toHaveBeenCalled()
  channel.postMessage('sign-out')
  await expect.poll(() => heard.mock.calls.length).toBe(1)
  stop()
  channel.postMessage('sign-out')
  await wait(50)
  expect(heard).toHaveBeenCalledTimes(1)
  channel.close()
  other.close()
})
