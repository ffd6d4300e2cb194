import type {
  Appearance,
  ButtonThemeOption,
  ButtonTypeOption,
  ClickResolveDetails,
  ConfirmPaymentData,
  DefaultValuesOption,
  ExpressCheckoutPaymentMethodsOption,
  ExpressCheckoutWalletsOption,
  LayoutObject,
  LayoutOption,
  PaymentWalletOptionsOption,
  PaymentWalletsOption,
  StripeConstructorOptions,
  StripeElementLocale,
  StripeElementsOptionsClientSecret,
  StripeElementsUpdateOptions,
  StripeExpressCheckoutElementOptions,
  StripeExpressCheckoutElementUpdateOptions,
  StripePaymentElementOptions,
  StripePaymentElementUpdateOptions,
  TermsOption,
  BillingDetails as WalletBillingDetails,
} from "@stripe/stripe-js";

/** The error that Stripe.js throws when it is called wrongly. */
export class IntegrationError extends Error {
  override name = "IntegrationError";
}

/** Throws an `IntegrationError` that names the path of a wrong value. */
export type Check = (value: unknown, path: string) => void;

/** A check per option name: exactly the names that the package's type has, or this file does not compile. */
type Checks<T> = { [K in keyof Required<T>]: Check };

/** An object with no other names than these; absent ones are fine. */
export function shape<T>(checks: Checks<T>): Check {
  return (value, path) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) fail(path, "an object", value);
    for (const [name, part] of Object.entries(value)) {
      if (!Object.hasOwn(checks, name)) {
        throw new IntegrationError(`Unrecognized parameter: ${path}.${name} is not a recognized parameter.`);
      }
      if (part !== undefined) (checks as Record<string, Check>)[name]?.(part, `${path}.${name}`);
    }
  };
}

const anything: Check = () => undefined;
const text: Check = (value, path) => void (typeof value === "string" || fail(path, "a string", value));
const flag: Check = (value, path) => void (typeof value === "boolean" || fail(path, "a boolean", value));
const number: Check = (value, path) => void (typeof value === "number" || fail(path, "a number", value));
const list: Check = (value, path) => void (Array.isArray(value) || fail(path, "an array", value));
const record: Check = (value, path) =>
  void ((typeof value === "object" && value !== null) || fail(path, "an object", value));

function oneOf<T extends string>(...allowed: readonly T[]): Check {
  return (value, path) => {
    if (!allowed.some((candidate) => candidate === value)) fail(path, `one of ${allowed.join(", ")}`, value);
  };
}

function anyOf(expected: string, ...checks: readonly Check[]): Check {
  return (value, path) => {
    const index = typeof value === "string" ? 0 : 1;
    const check = checks[index];
    if (check === undefined) fail(path, expected, value);
    else check(value, path);
  };
}

function fail(path: string, expected: string, value: unknown): never {
  const shown = typeof value === "string" ? `"${value}"` : String(value);
  throw new IntegrationError(`Invalid value for ${path}: value should be ${expected}. You specified: ${shown}.`);
}

const LOCALES: readonly StripeElementLocale[] = [
  "auto",
  "ar",
  "bg",
  "cs",
  "da",
  "de",
  "el",
  "en",
  "en-AU",
  "en-CA",
  "en-NZ",
  "en-GB",
  "es",
  "es-ES",
  "es-419",
  "et",
  "fi",
  "fil",
  "fr",
  "fr-CA",
  "fr-FR",
  "he",
  "hu",
  "hr",
  "id",
  "it",
  "it-IT",
  "ja",
  "ko",
  "lt",
  "lv",
  "ms",
  "mt",
  "nb",
  "nl",
  "no",
  "pl",
  "pt",
  "pt-BR",
  "ro",
  "ru",
  "sk",
  "sl",
  "sv",
  "th",
  "tr",
  "vi",
  "zh",
  "zh-HK",
  "zh-TW",
];
const locale = oneOf(...LOCALES);
const fieldChoice = oneOf("auto", "never");
const business = shape<{ name: string }>({ name: text });

type AppearanceVariables = NonNullable<Appearance["variables"]>;

/** Names of appearance variables; the value is text. Long because the type is checked to be covered whole. */
const APPEARANCE_VARIABLES = [
  "fontFamily",
  "fontSmooth",
  "fontVariantLigatures",
  "fontVariationSettings",
  "fontLineHeight",
  "fontSizeBase",
  "fontSizeSm",
  "fontSizeXs",
  "fontSize2Xs",
  "fontSize3Xs",
  "fontSizeLg",
  "fontSizeXl",
  "fontWeightLight",
  "fontWeightNormal",
  "fontWeightMedium",
  "fontWeightBold",
  "spacingUnit",
  "gridRowSpacing",
  "gridColumnSpacing",
  "tabSpacing",
  "accordionItemSpacing",
  "spacingGridRow",
  "spacingGridColumn",
  "spacingTab",
  "spacingAccordionItem",
  "accordionItemLabelColorText",
  "accordionItemLabelFontSize",
  "accordionItemLabelFontWeight",
  "accordionItemLabelSelectedColorText",
  "accordionItemLabelSelectedFontWeight",
  "accordionItemTriggerColor",
  "accordionItemTriggerSelectedColor",
  "accordionItemTriggerHoverColor",
  "colorPrimary",
  "colorBackground",
  "colorText",
  "colorSuccess",
  "colorDanger",
  "colorWarning",
  "buttonBoxShadow",
  "buttonColorBackground",
  "buttonColorText",
  "buttonFontSize",
  "buttonFontWeight",
  "buttonPadding",
  "colorTextSecondary",
  "colorTextPlaceholder",
  "accessibleColorOnColorPrimary",
  "accessibleColorOnColorBackground",
  "accessibleColorOnColorSuccess",
  "accessibleColorOnColorDanger",
  "accessibleColorOnColorWarning",
  "colorPrimaryText",
  "colorBackgroundText",
  "colorSuccessText",
  "colorDangerText",
  "colorWarningText",
  "iconColor",
  "iconHoverColor",
  "iconCardErrorColor",
  "iconCardCvcColor",
  "iconCardCvcErrorColor",
  "iconCheckmarkColor",
  "iconChevronDownColor",
  "iconChevronDownHoverColor",
  "iconCloseColor",
  "iconCloseHoverColor",
  "iconLoadingIndicatorColor",
  "iconMenuColor",
  "iconMenuHoverColor",
  "iconPasscodeDeviceColor",
  "iconPasscodeDeviceHoverColor",
  "iconPasscodeDeviceNotificationColor",
  "iconRedirectColor",
  "colorIcon",
  "colorIconHover",
  "colorIconCardError",
  "colorIconCardCvc",
  "colorIconCardCvcError",
  "colorIconCheckmark",
  "colorIconChevronDown",
  "colorIconChevronDownHover",
  "colorIconRedirect",
  "tabIconColor",
  "tabIconHoverColor",
  "tabIconSelectedColor",
  "tabIconMoreColor",
  "tabIconMoreHoverColor",
  "colorIconTab",
  "colorIconTabHover",
  "colorIconTabSelected",
  "colorIconTabMore",
  "colorIconTabMoreHover",
  "logoColor",
  "tabLogoColor",
  "tabLogoSelectedColor",
  "blockLogoColor",
  "colorLogo",
  "colorLogoTab",
  "colorLogoTabSelected",
  "colorLogoBlock",
  "focusBoxShadow",
  "focusOutline",
  "inputBoxShadow",
  "inputColorBorder",
  "inputFocusBoxShadow",
  "inputFocusColorBorder",
  "labelColorText",
  "labelFontSize",
  "labelFontWeight",
  "labelSpacing",
  "buttonBorderRadius",
  "buttonExpressCheckoutBorderRadius",
  "borderRadius",
] as const satisfies readonly (keyof AppearanceVariables)[];

const appearance = shape<Appearance>({
  disableAnimations: flag,
  theme: oneOf("stripe", "night", "flat"),
  variables: shape<AppearanceVariables>(
    Object.fromEntries(APPEARANCE_VARIABLES.map((name) => [name, text])) as Record<
      (typeof APPEARANCE_VARIABLES)[number],
      Check
    >,
  ),
  rules: record,
  labels: oneOf("auto", "above", "floating"),
  inputs: oneOf("spaced", "condensed"),
});

const clientSecret: Check = (value, path) => {
  if (typeof value !== "string" || !/^pi_\w+_secret_\w+$/.test(value)) {
    fail(path, "a client secret such as pi_123_secret_456", value);
  }
};

/** `Stripe(key, options)` */
export const checkConstructorOptions = shape<StripeConstructorOptions>({
  stripeAccount: text,
  apiVersion: text,
  locale,
  betas: list,
  developerTools: record,
});

/** `stripe.elements(options)` with a client secret; the shop does not use the deferred form. */
export const checkElementsOptions = shape<StripeElementsOptionsClientSecret>({
  clientSecret,
  mode: (value, path) => fail(path, "absent beside clientSecret", value),
  currency: text,
  fonts: list,
  locale,
  appearance,
  loader: oneOf("auto", "always", "never"),
  customerOptions: record,
  customerSessionClientSecret: text,
  customPaymentMethods: list,
  syncAddressCheckbox: oneOf("billing", "shipping", "none"),
  paymentMethodCreation: oneOf("manual"),
});

/** `elements.update(options)` */
export const checkElementsUpdate = shape<StripeElementsUpdateOptions>({
  locale,
  fonts: list,
  appearance,
  mode: oneOf("payment", "setup", "subscription"),
  currency: text,
  amount: number,
  setupFutureUsage: anything,
  setup_future_usage: anything,
  captureMethod: oneOf("manual", "automatic", "automatic_async"),
  capture_method: oneOf("manual", "automatic", "automatic_async"),
  excludedPaymentMethodTypes: list,
  allowedPaymentMethodTypes: list,
  paymentMethodConfiguration: text,
  payment_method_configuration: text,
  onBehalfOf: text,
  on_behalf_of: text,
  customerSessionClientSecret: text,
  customPaymentMethods: list,
});

type AddressFields = {
  country?: unknown;
  postalCode?: unknown;
  state?: unknown;
  city?: unknown;
  line1?: unknown;
  line2?: unknown;
};
type BillingFields = { name?: unknown; email?: unknown; phone?: unknown; address?: unknown };

const billingFields = anyOf(
  "auto, never or an object",
  fieldChoice,
  shape<BillingFields>({
    name: oneOf("auto", "never", "always"),
    email: fieldChoice,
    phone: fieldChoice,
    address: anyOf(
      "auto, never, if_required or an object",
      oneOf("auto", "never", "if_required"),
      shape<AddressFields>({
        country: fieldChoice,
        postalCode: fieldChoice,
        state: fieldChoice,
        city: fieldChoice,
        line1: fieldChoice,
        line2: fieldChoice,
      }),
    ),
  }),
);
const methodFields = shape<{ billingDetails?: unknown }>({ billingDetails: billingFields });
/** The type knows some seventy methods; here are those that the shop can get. */
const fields = shape<{ billingDetails?: unknown; card?: unknown; ideal?: unknown; klarna?: unknown }>({
  billingDetails: billingFields,
  card: methodFields,
  ideal: methodFields,
  klarna: methodFields,
});

const termChoice = oneOf("auto", "always", "never");
const terms = shape<TermsOption>({
  applePay: termChoice,
  auBecsDebit: termChoice,
  bancontact: termChoice,
  card: termChoice,
  cashapp: termChoice,
  googlePay: termChoice,
  ideal: termChoice,
  klarna: termChoice,
  paypal: termChoice,
  sepaDebit: termChoice,
  sofort: termChoice,
  usBankAccount: termChoice,
});

const layoutName = oneOf("tabs", "accordion", "auto");
const layout = anyOf(
  "tabs, accordion, auto or an object",
  layoutName,
  shape<LayoutObject>({
    type: layoutName,
    defaultCollapsed: flag,
    radios: oneOf("auto", "never", "always", "if_multiple"),
    spacedAccordionItems: flag,
    visibleAccordionItemsCount: number,
    paymentMethodLogoPosition: oneOf("start", "end"),
  }),
);

const paymentUpdateChecks: Checks<StripePaymentElementUpdateOptions> = {
  defaultValues: shape<DefaultValuesOption>({ billingDetails: record, card: record }),
  business,
  paymentMethodOrder: list,
  fields,
  readOnly: flag,
  terms,
  applePay: record,
  walletOptions: shape<PaymentWalletOptionsOption>({ emailRequired: flag, phoneNumberRequired: flag }),
  layout,
};

/** `elements.create("payment", options)` */
export const checkPaymentOptions = shape<StripePaymentElementOptions>({
  ...paymentUpdateChecks,
  wallets: shape<PaymentWalletsOption>({ applePay: fieldChoice, googlePay: fieldChoice, link: fieldChoice }),
});

/** `paymentElement.update(options)` */
export const checkPaymentUpdate = shape<StripePaymentElementUpdateOptions>(paymentUpdateChecks);

const walletChoice = oneOf("always", "auto", "never");
const expressLayout = shape<LayoutOption>({ maxColumns: number, maxRows: number, overflow: oneOf("auto", "never") });

/** Stripe's range for the buttons' height in pixels. */
const BUTTON_HEIGHT = { min: 40, max: 55 };
const buttonHeight: Check = (value, path) => {
  if (typeof value !== "number" || value < BUTTON_HEIGHT.min || value > BUTTON_HEIGHT.max) {
    fail(path, "a number from 40 to 55", value);
  }
};

const expressUpdateChecks: Checks<StripeExpressCheckoutElementUpdateOptions> = {
  allowedShippingCountries: list,
  billingAddressRequired: flag,
  buttonHeight,
  emailRequired: flag,
  layout: expressLayout,
  paymentMethodOrder: list,
  phoneNumberRequired: flag,
  shippingAddressRequired: flag,
};

/** `elements.create("expressCheckout", options)` */
export const checkExpressOptions = shape<StripeExpressCheckoutElementOptions>({
  ...expressUpdateChecks,
  applePay: record,
  business,
  buttonTheme: shape<ButtonThemeOption>({
    applePay: oneOf("black", "white", "white-outline"),
    googlePay: oneOf("black", "white"),
    paypal: oneOf("gold", "blue", "silver", "white", "black"),
  }),
  buttonType: shape<ButtonTypeOption>({
    applePay: oneOf(
      "add-money",
      "book",
      "buy",
      "check-out",
      "contribute",
      "donate",
      "order",
      "plain",
      "reload",
      "rent",
      "subscribe",
      "support",
      "tip",
      "top-up",
    ),
    googlePay: oneOf("book", "buy", "checkout", "donate", "order", "pay", "plain", "subscribe"),
    paypal: oneOf("paypal", "buynow", "checkout", "pay"),
  }),
  lineItems: list,
  paymentMethods: shape<ExpressCheckoutPaymentMethodsOption>({
    amazonPay: fieldChoice,
    applePay: walletChoice,
    googlePay: walletChoice,
    link: fieldChoice,
    paypal: fieldChoice,
    klarna: fieldChoice,
  }),
  shippingRates: list,
  wallets: shape<ExpressCheckoutWalletsOption>({ applePay: walletChoice, googlePay: walletChoice }),
});

/** `expressCheckoutElement.update(options)` */
export const checkExpressUpdate = shape<StripeExpressCheckoutElementUpdateOptions>(expressUpdateChecks);

/** `event.resolve(details)` of an express button's click. */
export const checkClickDetails = shape<ClickResolveDetails>({
  allowedShippingCountries: list,
  billingAddressRequired: flag,
  business,
  emailRequired: flag,
  lineItems: list,
  phoneNumberRequired: flag,
  shippingAddressRequired: flag,
  shippingRates: list,
  applePay: record,
});

const absoluteUrl: Check = (value, path) => {
  const scheme = typeof value === "string" ? URL.parse(value)?.protocol : undefined;
  if (scheme !== "http:" && scheme !== "https:") fail(path, "an absolute URL with http or https", value);
};

type PaymentMethodData = NonNullable<ConfirmPaymentData["payment_method_data"]>;
type ConfirmBillingDetails = NonNullable<PaymentMethodData["billing_details"]>;

const confirmParams = shape<ConfirmPaymentData>({
  return_url: absoluteUrl,
  payment_method_data: shape<PaymentMethodData>({
    billing_details: shape<ConfirmBillingDetails>({
      name: anything,
      email: anything,
      phone: anything,
      address: record,
    }),
    allow_redisplay: oneOf("always", "limited", "unspecified"),
    metadata: record,
  }),
  confirmation_token: text,
  payment_method: text,
  expand: list,
  mandate_data: record,
  receipt_email: text,
  save_payment_method: flag,
  setup_future_usage: anything,
  shipping: record,
});

/** `stripe.confirmPayment(options)` */
export const checkConfirmOptions = shape<{
  elements?: unknown;
  clientSecret?: unknown;
  confirmParams?: unknown;
  redirect?: unknown;
}>({
  elements: record,
  clientSecret,
  confirmParams,
  redirect: oneOf("always", "if_required"),
});

/** `stripe.retrievePaymentIntent(clientSecret)` */
export const checkClientSecret: Check = clientSecret;

/** Who pays, as a wallet tells it. */
export type { WalletBillingDetails };
