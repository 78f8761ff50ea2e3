import type { ViewProps } from '../view-props.ts'
import type { account } from './account.definition.ts'
import { LinkedAccounts } from './linked-accounts.tsx'
import { CalendarFeeds } from './calendar-feeds.tsx'
import { OwnMails } from './own-mails.tsx'
import { OwnPreferences } from './own-preferences.tsx'
import { OwnProfile } from './own-profile.tsx'
import { OwnSignIn } from './own-sign-in.tsx'
import { SecondFactors } from './second-factors.tsx'
import { SignIns } from './sign-ins.tsx'

const parts = {
  profile: OwnProfile,
  preferences: OwnPreferences,
  mails: OwnMails,
  calendar: CalendarFeeds,
  accounts: LinkedAccounts,
  'sign-in': OwnSignIn,
  factors: SecondFactors,
  'sign-ins': SignIns,
}

/** A part of the account of whoever looks at the screen. */
export function Account({ props: { show } }: ViewProps<typeof account>) {
  const Part = parts[show]
  return <Part />
}
