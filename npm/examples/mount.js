import { mount } from "collective-kitchen";

const stage = await mount(document.body, { site: "https://example.org/kitchen/", chapter: "pipeline", controls: true });
stage.addEventListener("ready", () => stage.seek(0.5));
stage.addEventListener("state", ({ detail }) => console.log(detail.caption));
