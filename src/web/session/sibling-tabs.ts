import type { SiblingTabs } from './session-ports.ts'

const SIGN_OUT = 'sign-out'

/** The other tabs of this browser, over a channel that never leaves it. */
export function siblingTabs(): SiblingTabs {
  const channel = new BroadcastChannel('formwork-session')
  return {
    // A channel has no target: it reaches this origin only.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    announceSignOut: () => channel.postMessage(SIGN_OUT),
    onSignOut(listener) {
      const hear = (event: MessageEvent): void => {
        if (event.data === SIGN_OUT) listener()
      }
      channel.addEventListener('message', hear)
      return () => channel.removeEventListener('message', hear)
    },
  }
}
