/** The checkout's texts about accounts, shown only if a sign-in service is configured. `{email}` becomes an address. */
export const ACCOUNT_COPY = {
  /** The name of this part of the page for screen readers. */
  label: "Je account",
  used: "Je koopt met het account van {email}.",
  /** For an account without an e-mail address; so are the other `...Nameless` texts. */
  usedNameless: "Je koopt met je account.",
  unused: "Je koopt zonder account.",
  buyWithout: "Koop zonder account",
  buyWith: "Koop met het account van {email}",
  buyWithNameless: "Koop met je account",
  signOut: "Uitloggen",
  signInFailed:
    "Inloggen is niet gelukt. Een link werkt één keer, en alleen in de browser waarin je hem hebt aangevraagd. Vraag een nieuwe link aan, of koop zonder account.",
  /** The named account could not be written on the purchase; shown before payment. */
  lost: {
    title: "Je koopt nu zonder account.",
    text: "Het lukt nu niet om je aankoop op je account te zetten. Je hebt nog niets betaald. Betaal je nu, dan komt de cursus niet in je account.",
  },
  begin: {
    /** The button that shows the rest. */
    label: "Heb je al een account? Bewaar je cursus daar.",
    text: "We sturen een link naar je e-mailadres. Open die link in deze browser. Dan hoort de cursus bij je account.",
    email: {
      label: "E-mailadres van je account",
      missing: "Vul het e-mailadres van je account in.",
      invalid: "Dit lijkt geen e-mailadres. Controleer het even.",
    },
    send: "Stuur mij een link",
    sending: "Link versturen...",
    sendAgain: "Stuur nog een link",
    sent: "Heeft {email} een account, dan krijg je binnen een paar minuten een e-mail. Open de link daarin in deze browser. Daarna kun je hier met je account betalen. Geen e-mail? Kijk bij je ongewenste berichten.",
    limited: "Je hebt net al een link aangevraagd. Wacht een minuut en probeer het opnieuw.",
    failed: "Een link versturen lukt nu niet. Probeer het zo opnieuw, of koop zonder account.",
  },
};

export type AccountCopy = typeof ACCOUNT_COPY;
