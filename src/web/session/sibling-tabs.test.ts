import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { siblingTabs } from './sibling-tabs.ts'

// A channel has no target: it reaches this origin only.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const say = (channel: BroadcastChannel, data: unknown): void => channel.postMessage(data)

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
    say(channel, data)
  say(other, 'sign-out')
  await wait(50)
  expect(heard).not.toHaveBeenCalled()
  say(channel, 'sign-out')
  await expect.poll(() => heard.mock.calls.length).toBe(1)
  stop()
  say(channel, 'sign-out')
  await wait(50)
  expect(heard).toHaveBeenCalledTimes(1)
  channel.close()
  other.close()
})
