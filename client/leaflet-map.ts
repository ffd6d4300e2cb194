import {
  control,
  map as createMap,
  marker as createMarker,
  popup as createPopup,
  divIcon,
  type Map as LeafletMap,
  type Marker,
  Point,
  tileLayer,
} from "leaflet";
import type { ExamCentre } from "../src/shop/exam/exam-centres-rules.ts";
import { nameBesideCity } from "../src/shop/exam/exam-centres-rules.ts";

/**
 * The map of exam centres, drawn with Leaflet. It is a module of its own, so that only a page with a visible map loads
 * Leaflet. View, zoom and popup limits: given 9.6.
 */

const CENTRE: [number, number] = [52.13, 5.29];
/** The whole country fits a phone; further out the marks would overlap. */
const START_ZOOM = 7;
const MAX_ZOOM = 18;
/** The least zoom after a centre is chosen in the list. */
const CHOSEN_ZOOM = 9;
const TILE_SIZE_PX = 256;
const POPUP_MAX_WIDTH_PX = 300;
/** The lower end of the zoom buttons, from the top: on a phone a popup has no room beside them. */
const BELOW_ZOOM_PX = 104;
/**
 * The size of a marker's target, at least 24 (WCAG 2.5.8). Overlapping markers are moved apart; larger ones would be
 * moved further.
 */
const MARKER_SIZE_PX = 26;
/** The most rounds of moving markers apart: a moved marker may overlap another. */
const SPREAD_ROUNDS_MAX = 10;
const OSM_COPYRIGHT_URL = "https://www.openstreetmap.org/copyright";

export type ExamMapLabels = { zoomIn: string; zoomOut: string; closePopup: string };

export type ExamMapOptions = {
  /** An empty box that has its final size. */
  container: HTMLElement;
  centres: readonly ExamCentre[];
  /** Tile template with {z}, {x} and {y}. */
  tileUrl: string;
  /** Plain text. */
  attribution: string | null;
  labels: ExamMapLabels;
  /** Called with the centre whose popup has opened, or null after it has closed. */
  onChange(centre: ExamCentre | null): void;
};

export type ExamMapControl = {
  /** Centres the map on an exam centre and opens its popup. */
  show(centre: ExamCentre): void;
  /** Fades the markers of all other centres, and closes the popup if it is of one of them. */
  highlight(centres: readonly ExamCentre[]): void;
};

/** Draws the map. Hover, focus or tap opens a marker's popup, which stays until another opens or it is closed. */
export function createExamMap({
  container,
  centres,
  tileUrl,
  attribution,
  labels,
  onChange,
}: ExamMapOptions): ExamMapControl {
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const isTouch = matchMedia("(pointer: coarse)").matches;
  const map = createMap(container, {
    center: CENTRE,
    zoom: START_ZOOM,
    minZoom: START_ZOOM,
    maxZoom: MAX_ZOOM,
    zoomControl: false,
    // The map must not keep a visitor from scrolling past it: the wheel works only after a click on it, one finger never.
    scrollWheelZoom: false,
    dragging: !isTouch,
    zoomAnimation: !isCalm,
    fadeAnimation: !isCalm,
    markerZoomAnimation: !isCalm,
    inertia: !isCalm,
  });
  if (isCalm) stopPanAnimation(map);
  // At the lower edge lies the southernmost centre.
  map.attributionControl.setPrefix(false).setPosition("topright");
  control.zoom({ zoomInTitle: labels.zoomIn, zoomOutTitle: labels.zoomOut }).addTo(map);
  tileLayer(tileUrl, {
    tileSize: TILE_SIZE_PX,
    maxZoom: MAX_ZOOM,
    ...(attribution === null ? {} : { attribution: attributionMarkup(attribution) }),
  }).addTo(map);

  const popup = createPopup({
    maxWidth: POPUP_MAX_WIDTH_PX,
    autoPanPaddingTopLeft: [12, BELOW_ZOOM_PX],
    autoPanPaddingBottomRight: [12, 12],
  });
  const markers = new Map<ExamCentre, Marker>();
  /** How far each marker is moved from its place at this zoom. */
  const shifts = new Map<ExamCentre, Point>();
  let opened: ExamCentre | null = null;

  /** Keeps the popup at its moved marker: Leaflet puts its tip 10 px above, at the mark's edge. */
  const aimPopup = (centre: ExamCentre) => {
    popup.options.offset = shifts.get(centre) ?? new Point(0, 0);
  };
  const open = (centre: ExamCentre, { keepInView }: { keepInView: boolean }) => {
    opened = centre;
    aimPopup(centre);
    popup.options.autoPan = keepInView;
    popup
      .setLatLng([...centre.coordinates])
      .setContent(popupContent(centre))
      .openOn(map);
    // Leaflet's own label is English.
    popup.getElement()?.querySelector(".leaflet-popup-close-button")?.setAttribute("aria-label", labels.closePopup);
    onChange(centre);
  };
  map.on("popupclose", () => {
    opened = null;
    onChange(null);
  });

  // The map moves for the popup of a mark that a key has reached, which may take that mark out of the screen.
  const showFocused = () => container.querySelector(".exam-marker:focus-visible")?.scrollIntoView({ block: "nearest" });
  for (const centre of centres) {
    const mark = createMarker([...centre.coordinates], {
      icon: divIcon({ className: "exam-marker", iconSize: [MARKER_SIZE_PX, MARKER_SIZE_PX] }),
      riseOnHover: true,
    });
    mark.on("mouseover", () => open(centre, { keepInView: false }));
    mark.on("click", () => open(centre, { keepInView: true }));
    mark.on("keypress", () => open(centre, { keepInView: true }));
    mark.addTo(map);
    const element = mark.getElement();
    const { name, city } = centre;
    element?.setAttribute("aria-label", name.includes(city) ? name : `${name}, ${city}`);
    element?.addEventListener("focus", () => {
      // A press of the mouse or a finger also focuses. The map must not move then, or the click would miss the marker.
      const isByKey = element.matches(":focus-visible");
      open(centre, { keepInView: isByKey });
      if (!isByKey) return;
      // The browser scrolls the map's box to a mark outside it. Leaflet takes that back only after this.
      map.getContainer().scrollTo(0, 0);
      showFocused();
    });
    markers.set(centre, mark);
  }
  map.on("moveend", showFocused);

  const keepApart = () => {
    const places = centres.map(({ coordinates }) => map.latLngToLayerPoint([...coordinates]));
    for (const [index, shift] of spreadApart(places, MARKER_SIZE_PX).entries()) {
      const centre = centres[index] as ExamCentre;
      shifts.set(centre, shift);
      const style = markers.get(centre)?.getElement()?.style;
      if (style === undefined) continue;
      // Leaflet positions an icon's anchor with these margins.
      style.marginLeft = `${shift.x - MARKER_SIZE_PX / 2}px`;
      style.marginTop = `${shift.y - MARKER_SIZE_PX / 2}px`;
    }
    if (opened === null) return;
    aimPopup(opened);
    popup.update();
  };
  map.on("zoomend", keepApart);
  keepApart();

  container.addEventListener("keydown", (event) => {
    if (event.key === "Escape") map.closePopup();
  });
  container.addEventListener("click", () => map.scrollWheelZoom.enable(), { once: true });

  return {
    show(centre) {
      open(centre, { keepInView: false });
      map.setView([...centre.coordinates], Math.max(map.getZoom(), CHOSEN_ZOOM), { animate: !isCalm });
    },
    highlight(shown) {
      if (opened !== null && !shown.includes(opened)) map.closePopup();
      for (const [centre, mark] of markers) {
        mark.getElement()?.classList.toggle("exam-marker-faded", !shown.includes(centre));
      }
    },
  };
}

/** Returns how far to move each point so that squares of `sizePx` around all points do not overlap, pixels. */
function spreadApart(places: readonly Point[], sizePx: number): Point[] {
  const moved = places.map((place) => place.clone());
  for (let round = 0; round < SPREAD_ROUNDS_MAX; round++) {
    for (const [index, one] of moved.entries()) {
      for (const other of moved.slice(index + 1)) {
        const { x, y } = one.subtract(other);
        const axis = Math.abs(x) >= Math.abs(y) ? "x" : "y";
        const overlap = sizePx - Math.abs(one[axis] - other[axis]);
        if (overlap <= 0) continue;
        const [low, high] = one[axis] < other[axis] ? [one, other] : [other, one];
        low[axis] -= Math.floor(overlap / 2);
        high[axis] += Math.ceil(overlap / 2);
      }
    }
  }
  return moved.map((place, index) => place.subtract(places[index] as Point));
}

/** Stops Leaflet from animating pans of the keyboard and of popups, which it does unless told otherwise each time. */
function stopPanAnimation(map: LeafletMap): void {
  const panBy = map.panBy.bind(map);
  map.panBy = (offset, options) => panBy(offset, { ...options, animate: false });
}

function popupContent(centre: ExamCentre): HTMLElement {
  const box = document.createElement("div");
  box.className = "exam-popup";
  const name = document.createElement("b");
  name.textContent = nameBesideCity(centre);
  const city = document.createElement("span");
  city.textContent = centre.city;
  box.append(name, city);
  return box;
}

/** The attribution as markup, as Leaflet needs it. OpenStreetMap asks for a link to its copyright page. */
function attributionMarkup(attribution: string): string {
  const box = document.createElement("span");
  box.textContent = attribution;
  if (!attribution.includes("OpenStreetMap")) return box.innerHTML;
  return `<a href="${OSM_COPYRIGHT_URL}">${box.innerHTML}</a>`;
}
