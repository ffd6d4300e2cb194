/** What an error of an address for programs says, by its code. */
export const API_ERRORS = {
  malformed_request: "De aanvraag is niet goed opgebouwd.",
  invalid_signature: "De handtekening klopt niet.",
  invalid_token: "Je bent niet meer ingelogd.",
  foreign_origin: "Deze aanvraag komt niet van onze website.",
  https_required: "Dit kan alleen via https.",
  not_found: "Dit adres bestaat niet.",
  method_not_allowed: "Dit kan niet met dit adres.",
  address_too_long: "Dit adres is te lang.",
  body_too_large: "De aanvraag is te groot.",
  unsupported_media_type: "De aanvraag moet JSON zijn.",
  payment_unknown: "We kennen deze betaling niet.",
  payment_settled: "Deze betaling is al gedaan of wordt verwerkt. Betaal niet opnieuw.",
  payment_canceled: "Deze betaling is gestopt. Begin een nieuwe betaling.",
  payment_of_other_buyer: "Deze betaling hoort bij iemand anders. Begin een nieuwe betaling.",
  price_not_offered: "Dit bedrag klopt niet. Laad de pagina opnieuw.",
  rate_limited: "Dat ging te snel achter elkaar. Wacht een minuut en probeer het opnieuw.",
  unexpected: "Er ging iets mis bij ons. Probeer het zo opnieuw.",
  payment_provider_failed: "De betaaldienst kan dit nu niet doen. Probeer het opnieuw.",
  payment_provider_unreachable: "De betaaldienst is nu niet bereikbaar. Probeer het zo opnieuw.",
  not_configured: "Betalen kan hier nu niet.",
  gifts_not_sold: "Een cursus cadeau geven kan nu even niet. Er is niets betaald.",
  unavailable: "Dit lukt nu even niet. Probeer het zo opnieuw.",
} as const satisfies Readonly<Record<string, string>>;

export type ApiErrorCode = keyof typeof API_ERRORS;
