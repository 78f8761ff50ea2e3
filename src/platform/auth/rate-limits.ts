/** Every limit of the auth service. "Per address" means per IPv4 address or IPv6 /64 network. */
export interface RateLimits {
  /** Requests per address and 5 minutes, counted for each of sign-up, otp, magic link, recover, resend, user change. */
  mailRequests: number
  /** One-time codes and links tried per address and 5 minutes. */
  verify: number
  /** Refreshes and code exchanges per address and 5 minutes. */
  token: number
  /** Password sign-ins per address and 5 minutes. */
  password: number
  /** Wrong passwords per address and 5 minutes, over all accounts. */
  wrongPasswords: number
  /** Wrong passwords for one account from one address before the pauses between tries begin. */
  passwordTries: number
  /** Wrong passwords for one account per hour, from everywhere. Then only addresses it was signed in from may try. */
  accountTries: number
  /** Enrolments, challenges and codes of second factors per address and minute. */
  factors: number
  /** Wrong codes of a second factor in a row before the pauses between tries begin. */
  factorTries: number
  /** Wrong tries that void a one-time code. */
  codeTries: number
  /**
   * Codes typed for one address or number per hour while one that was sent there is valid, from everywhere. Then only
   * addresses it was signed in from may try.
   */
  contactCodes: number
  /** Mails per hour, all together. */
  mailsPerHour: number
  /** Text messages per hour: all together, to one number, asked for from one address. */
  textsPerHour: number
  textsPerNumber: number
  textsPerAddress: number
  /** Seconds between two mails of the same kind to one recipient. */
  mailGapSeconds: number
  /** Requests that might tell whether an account exists are answered on the next multiple of this (milliseconds). */
  evenAnswerMs: number
}

export const defaultRateLimits: RateLimits = {
  mailRequests: 30,
  verify: 30,
  token: 150,
  password: 150,
  wrongPasswords: 30,
  passwordTries: 5,
  accountTries: 100,
  factors: 15,
  factorTries: 5,
  codeTries: 5,
  contactCodes: 20,
  // The hosted service's 30 protect a mail server that all its customers share; here it is the operator's own.
  mailsPerHour: 300,
  textsPerHour: 30,
  textsPerNumber: 5,
  textsPerAddress: 10,
  mailGapSeconds: 60,
  evenAnswerMs: 200,
}
